// The bytes and headers of an answer, in the form that was asked for.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { endStage, stage, type Observation } from '@trackerkit/core/host'
import type { Refusal, RestRequest, RestResponse } from '../http/messages.js'
import { headerOf } from '../http/request/request-limits.js'
import { matchesTag, notModified, tagOf } from '../http/response/conditional.js'
import { commonHeaders } from '../http/response/headers.js'
import { pieceLength, piecesOfJson, toJson } from '../http/response/encode.js'
import type { Form } from '../http/request/negotiate.js'
import { createLargeAnswers } from './large-answers.js'
import type { Links } from '../pages/json.js'
import { addressInTracker } from '../pages/in-tracker.js'
import { pagePolicy, writePage } from '../pages/page.js'

export interface Outcome {
  readonly status: number
  readonly value: unknown
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly fault?: unknown
  readonly refusal?: Refusal | undefined
  /** The segments of the path below `/rest`, for a page. */
  readonly segments?: readonly string[] | undefined
  /** Links of a page to the things that its values name. */
  readonly links?: Links | undefined
  readonly hasPages?: boolean | undefined
}

/** In characters of JSON. Longer pages take long to make, and no browser shows them well. */
const maxPageLength = 200_000

const jsonType = 'application/json; charset=UTF-8'

/** Memory is that of the process. */
const largeAnswers = createLargeAnswers()

interface Represented extends Observation {
  /** Leaves the place of a large answer. */
  leave?: (() => void) | undefined
}

export async function represent(
  request: RestRequest,
  form: Form,
  outcome: Outcome,
  observation?: Represented,
): Promise<RestResponse> {
  const { status, headers, fault, refusal } = outcome
  const began = performance.now()
  const json = piecesOfJson(outcome.value)
  const first = json.next().value ?? ''
  if (observation) endStage(observation, 'encode', began)
  // All of a small answer is in the first piece.
  const isLarge = first.length >= pieceLength
  if (isLarge && observation) observation.leave = await largeAnswers.enter(outcome.value)
  const finish = form.kind === 'jsonp' ? escapeSeparators : unchanged
  const pieces = isLarge
    ? await inTurns(startingWith(first, json), (piece) => Buffer.from(finish(piece)), observation)
    : [finish(first)]
  const { type, parts } = write(request, form, outcome, pieces, observation)
  const isTagged = status === 200 && /^(GET|HEAD)$/.test(request.method)
  const { body, tag } = isTagged ? await tagged(type, parts) : { body: joinParts(parts), tag: '' }
  // Responses depend on the caller: only private caches may store them, and must revalidate.
  const caching = status === 200 ? 'private, no-cache' : 'no-store'
  const all: Record<string, string | readonly string[]> = {
    ...commonHeaders,
    'Content-Type': type,
    'Cache-Control': caching,
    ...headers,
  }
  if (type.startsWith('text/html')) all['Content-Security-Policy'] = pagePolicy
  if (!isTagged) return { status, headers: all, body, fault, refusal }
  all['ETag'] = tag
  if (!matchesTag(headerOf(request, 'if-none-match'), tag)) return { status, headers: all, body }
  return notModified(all)
}

/** In bytes where the answer is long: its text would keep every short text that it was put together from, seven times its size. */
type Piece = string | Buffer

function* startingWith(first: string, others: Iterable<string>): Generator<string, undefined> {
  yield first
  yield* others
  return undefined
}

function unchanged(piece: string): string {
  return piece
}

/** The two separators end lines in old scripts. */
function escapeSeparators(piece: string): string {
  return piece.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')
}

/** An answer in the form asked for, out of the pieces of its JSON. */
function write(
  request: RestRequest,
  form: Form,
  outcome: Outcome,
  pieces: readonly Piece[],
  observation: Observation | undefined,
): { type: string; parts: readonly Piece[] } {
  // The comment keeps the answer from being taken for a file of another kind.
  if (form.kind === 'jsonp')
    return { type: `${form.type}; charset=UTF-8`, parts: [`/**/${form.callback}(`, ...pieces, ')'] }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (form.kind === 'json' || length > maxPageLength) return { type: jsonType, parts: pieces }
  const { segments, status, headers, links } = outcome
  const next = queryOfLink(headers['Link'])
  const inTracker = outcome.hasPages && segments ? addressInTracker(segments, request.target) : undefined
  const page = stage(observation, 'render', () =>
    writePage({ segments, status, value: JSON.parse(pieces.map(String).join('')), next, links, inTracker }),
  )
  return { type: 'text/html; charset=UTF-8', parts: [page] }
}

/** The query of the address in a `Link` of ours. */
function queryOfLink(link: Outcome['headers'][string] | undefined): string | undefined {
  const [address = ''] = String(link ?? '').split('>', 1)
  const start = address.indexOf('?')
  return start === -1 ? undefined : address.slice(start)
}

/** Converts the pieces of a long answer; other requests are served between two of them. */
async function inTurns<P, T>(pieces: Iterable<P>, make: (piece: P) => T, observation?: Observation): Promise<T[]> {
  const made: T[] = []
  let began = performance.now()
  for (const piece of pieces) {
    if (made.length > 0) {
      if (observation) endStage(observation, 'encode', began)
      await setImmediate()
      began = performance.now()
    }
    made.push(make(piece))
  }
  if (observation) endStage(observation, 'encode', began)
  return made
}

function joinParts(parts: readonly Piece[]): string | Uint8Array {
  return parts.every((part) => typeof part === 'string')
    ? parts.join('')
    : Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}

/** The body with its entity tag: of the type and all bytes, however many parts they come in. */
async function tagged(type: string, parts: readonly Piece[]): Promise<{ body: string | Uint8Array; tag: string }> {
  const body = joinParts(parts)
  if (typeof body === 'string') return { body, tag: tagOf(type, body) }
  const sum = createHash('sha1').update(type)
  await inTurns(parts, (part) => sum.update(part))
  return { body, tag: `"${sum.digest('base64url')}"` }
}

/** The entity tag that a plain GET gives to a value. */
export function tagOfJson(value: unknown): string {
  return tagOf(jsonType, toJson(value))
}
