// Who follows the change feed over HTTP: how many at once, in which form, and how they begin.
import {
  addressBlock,
  type Credential,
  type ProvenCredential,
  type RequestDetails,
  type Tracker,
} from '@trackerkit/core'
import { operations } from '@trackerkit/core/operations'
import type { Attempts } from '../attempts.js'
import type { Credentials } from '../credentials.js'
import type { RestRequest, RestResponse } from '../request.js'
import { headerOf } from '../wire/request-limits.js'
import { WireError } from '../wire/errors.js'
import type { Form } from '../wire/negotiate.js'
import { always } from '../wire/respond.js'
import { writeEvents } from './events.js'

/** How many may follow the change feed over HTTP, and how long they are waited for. */
export interface StreamLimits {
  /** How many streams a user may have, or an address from which nobody has logged in. Default: 10. */
  readonly perCaller?: number | undefined
  /** How many there may be in this process. Default: 1000. */
  readonly total?: number | undefined
  /** After how many seconds without an event a sign of life is sent. Default: 20. */
  readonly heartbeatSeconds?: number | undefined
  /** How many seconds a client may leave what it was sent before it is disconnected. Default: 60. */
  readonly patienceSeconds?: number | undefined
}

interface Parts {
  readonly tracker: Tracker
  readonly attempts: Attempts
  readonly limits: StreamLimits | undefined
  readonly closing: AbortSignal | undefined
}

interface Asked {
  readonly request: RestRequest
  readonly form: Form | undefined
  readonly credentials: Credentials
  /** As changes.get takes it. */
  readonly input: Readonly<Record<string, unknown>>
  readonly details: RequestDetails
}

export interface Streams {
  /**
   * Begins to follow, once it is known that the caller may and from where.
   * @throws WireError 400 for other forms, 429 when there are too many; what changes.get throws
   */
  open(asked: Asked): Promise<RestResponse>
}

export function createStreams({ tracker, attempts, limits = {}, closing }: Parts): Streams {
  const { perCaller = 10, total = 1000, heartbeatSeconds = 20, patienceSeconds = 60 } = limits
  const times = { heartbeat: heartbeatSeconds * 1000, patience: patienceSeconds * 1000 }
  const places = createPlaces(perCaller, total)

  return {
    async open({ request, form, credentials, input, details }) {
      requireEvents(form)
      const leave = places.enter()
      try {
        const { address } = details
        return await attempts.run(address, credentials.identities, async (onWrongCredentials) => {
          const asking = { ...details, onWrongCredentials }
          let as: Credential | ProvenCredential = credentials.identities
          const onProven = (proven: ProvenCredential) => void (as = proven)
          leave.add(await callerOf(tracker, credentials, { ...asking, onProven }))
          const source = tracker.followChanges({ as, ...wantedOf(request, input) }, asking)
          const first = await source.next()
          if (request.method === 'HEAD' || first.done === true) {
            await source.return?.()
            leave()
            return { status: 200, headers, body: '' }
          }
          const { body, broken } = writeEvents(source, first.value, {
            ...times,
            ends: [closing, request.signal],
            onEnd: leave,
          })
          return { status: 200, headers, body, broken }
        })
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

const headers = {
  ...always,
  'Content-Type': 'text/event-stream; charset=UTF-8',
  // Whoever stands between and compresses would hold events back.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/** @throws WireError (400) */
function requireEvents(form: Form | undefined): void {
  if (form && form.kind !== 'json')
    throw new WireError(400, 'Changes are streamed as text/event-stream, not as a script or page.')
}

/** Who it is that may have so many; undefined where nobody can tell. */
async function callerOf(
  tracker: Tracker,
  { identities }: Credentials,
  details: RequestDetails,
): Promise<string | undefined> {
  if (identities.length === 0) return details.address && `address ${addressBlock(details.address)}`
  const { id } = (await tracker.run(operations.users.whoami, identities, {}, details)) as { readonly id: number }
  return `user ${id}`
}

/** Where to begin, and what to leave out. What concerns single answers alone is none of it. */
function wantedOf(request: RestRequest, input: Asked['input']) {
  const { limit: _limit, wait: _wait, include_fields: _include, exclude_fields: _exclude, ...wanted } = input
  const last = headerOf(request, 'last-event-id') ?? ''
  return last === '' ? wanted : { ...wanted, since: last }
}

/** A place, until it is left: of all there are, and of those of one caller. */
interface Place {
  (): void
  /** @throws WireError (429) */
  add(caller: string | undefined): void
}

function createPlaces(perCaller: number, total: number) {
  const callers = new Map<string, number>()
  let taken = 0
  return {
    /** @throws WireError (429) */
    enter(): Place {
      if (taken >= total) throw tooMany(`This server has no more than ${total} streams at a time.`)
      taken++
      let isLeft = false
      let own: string | undefined
      const leave = () => {
        if (isLeft) return
        isLeft = true
        taken--
        if (own === undefined) return
        const left = (callers.get(own) ?? 1) - 1
        if (left > 0) callers.set(own, left)
        else callers.delete(own)
      }
      const add = (caller: string | undefined) => {
        if (caller === undefined) return
        const others = callers.get(caller) ?? 0
        if (others >= perCaller) throw tooMany(`Nobody may have more than ${perCaller} streams at a time.`)
        callers.set(caller, others + 1)
        own = caller
      }
      return Object.assign(leave, { add })
    },
  }
}

function tooMany(message: string): WireError {
  return new WireError(429, message, undefined, { 'Retry-After': '60' })
}
