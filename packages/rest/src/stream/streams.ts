// Clients that follow the change feed over HTTP: their number, form and start.
import { setMaxListeners } from 'node:events'
import type { Credential } from '@trackerkit/core'
import {
  addressBlock,
  addressNetwork,
  type ProvenCredential,
  type RequestDetails,
  type TrackerHost,
} from '@trackerkit/core/host'
import { operations } from '@trackerkit/core/operations'
import type { Attempts } from '../callers/attempts.js'
import type { Credentials } from '../callers/credentials.js'
import type { RestRequest, RestResponse } from '../http/messages.js'
import { headerOf } from '../http/request/request-limits.js'
import { WireError } from '../http/errors.js'
import type { Form } from '../http/request/negotiate.js'
import { commonHeaders } from '../http/response/headers.js'
import { writeEvents } from './events.js'

/** How many may follow the change feed over HTTP, and how long they are waited for. */
export interface StreamLimits {
  /** Streams of a user, or of the anonymous callers of an address. Default: 10. */
  readonly perCaller?: number | undefined
  /**
   * How many there may be in this process. Half of them are for callers who have not logged in, of whom one network of IPv6 (/48) may
   * have four times `perCaller`. Default: 1000.
   */
  readonly total?: number | undefined
  /** After how many seconds without an event a sign of life is sent. Default: 20. */
  readonly heartbeatSeconds?: number | undefined
  /** Seconds for which a client may leave data unread before it is disconnected. Default: 60. */
  readonly patienceSeconds?: number | undefined
}

interface Parts {
  readonly host: TrackerHost
  readonly attempts: Attempts
  readonly limits: StreamLimits | undefined
  readonly closing: AbortSignal | undefined
}

interface StreamRequest {
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
  open(request: StreamRequest): Promise<RestResponse>
}

export function createStreams({ host, attempts, limits = {}, closing }: Parts): Streams {
  const { perCaller = 10, total = 1000, heartbeatSeconds = 20, patienceSeconds = 60 } = limits
  const times = { heartbeat: heartbeatSeconds * 1000, patience: patienceSeconds * 1000 }
  const places = createPlaces(total)
  // Each stream and each request that waits listens: Node.js would warn of a leak.
  if (closing) setMaxListeners(0, closing)

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
          leave.add(await sharesOf(host, credentials, { ...asking, onProven }, { perCaller, total }))
          const source = host.followChanges({ as, ...filtersOf(request, input) }, asking)
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
  ...commonHeaders,
  'Content-Type': 'text/event-stream; charset=UTF-8',
  // Proxies that compress would delay events.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/** @throws WireError (400) */
function requireEvents(form: Form | undefined): void {
  if (form && form.kind !== 'json') throw new WireError(400, 'Changes can be streamed only as text/event-stream.')
}

/** How many streams each of those may have that a caller is counted by. */
type Shares = readonly { readonly of: string; readonly most: number }[]

/** The counters of a caller: a user, or an address. */
async function sharesOf(
  host: TrackerHost,
  { identities }: Credentials,
  details: RequestDetails,
  { perCaller, total }: { readonly perCaller: number; readonly total: number },
): Promise<Shares> {
  if (identities.length > 0) {
    const { id } = (await host.run(operations.users.whoami, identities, {}, details)) as { readonly id: number }
    return [{ of: `user ${id}`, most: perCaller }]
  }
  const strangers = { of: 'strangers', most: Math.ceil(total / 2) }
  const { address } = details
  if (!address) return [strangers]
  const block = { of: `address ${addressBlock(address)}`, most: perCaller }
  const network = addressNetwork(address)
  // Those of a network of IPv4 are different people more often than one.
  return network.includes(':')
    ? [strangers, block, { of: `network ${network}`, most: 4 * perCaller }]
    : [strangers, block]
}

/** The start and the filters, without the parameters of single answers. */
function filtersOf(request: RestRequest, input: StreamRequest['input']) {
  const { limit: _limit, wait: _wait, include_fields: _include, exclude_fields: _exclude, ...filters } = input
  const last = headerOf(request, 'last-event-id') ?? ''
  return last === '' ? filters : { ...filters, since: last }
}

/** A place, until it is left: of all there are, and of those of one caller. */
interface Place {
  (): void
  /** @throws WireError (429) */
  add(shares: Shares): void
}

function createPlaces(total: number) {
  const counts = new Map<string, number>()
  let taken = 0
  return {
    /** @throws WireError (429) */
    enter(): Place {
      if (taken >= total) throw tooMany(`This server has no more than ${total} streams at a time.`)
      taken++
      let isLeft = false
      let held: Shares = []
      const leave = () => {
        if (isLeft) return
        isLeft = true
        taken--
        for (const { of } of held) {
          const remaining = (counts.get(of) ?? 1) - 1
          if (remaining > 0) counts.set(of, remaining)
          else counts.delete(of)
        }
      }
      const add = (shares: Shares) => {
        const full = shares.find(({ of, most }) => (counts.get(of) ?? 0) >= most)
        if (full) throw tooMany(messageOf(full))
        for (const { of } of shares) counts.set(of, (counts.get(of) ?? 0) + 1)
        held = shares
      }
      return Object.assign(leave, { add })
    },
  }
}

function messageOf({ of, most }: Shares[number]): string {
  if (of === 'strangers') return `Callers who have not logged in have no more than ${most} streams at a time.`
  if (of.startsWith('network')) return `No network may have more than ${most} streams at a time.`
  return `At most ${most} streams per caller.`
}

function tooMany(message: string): WireError {
  return new WireError(429, message, undefined, { 'Retry-After': '60' }, 'streams')
}
