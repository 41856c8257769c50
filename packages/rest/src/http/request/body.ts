// The body of a request: JSON, an object, and nothing else.
import { setImmediate } from 'node:timers/promises'
import { stage, type Observation } from '@trackerkit/core/host'
import { TrackerError } from '@trackerkit/core'
import type { BodySender, RestRequest } from '../messages.js'
import { decodeInTurns, findLongBase64, placeholder, withPlaceholder } from './base64.js'
import { headerOf, requestLimits } from './request-limits.js'
import { WireError, wireCodes } from '../errors.js'
import { measureJson } from './json-size.js'
import type { Parameters } from './target.js'

const most = { depth: requestLimits.bodyDepth, values: requestLimits.bodyValues, names: requestLimits.bodyNames }

export interface Body {
  readonly parameters: Parameters
  readonly bytes: number
}

interface Reading {
  readonly sender?: BodySender
  readonly observation?: Observation | undefined
  /** The names of parameters whose values are bytes. */
  readonly bytesIn?: readonly string[] | undefined
}

const noBody: Body = { parameters: new Map(), bytes: 0 }

/**
 * Reads the parameters in the body of a request other than GET. The content type is demanded even where a body is empty: a
 * browser that sends a form or a plain text from a foreign page cannot set it. Only DELETE, which such a page cannot send,
 * may come with neither.
 */
export async function readBody(
  request: RestRequest,
  limit: () => Promise<number>,
  { sender, ...reading }: Reading = {},
): Promise<Body> {
  if (request.method === 'GET' || request.method === 'HEAD') return noBody
  const type = headerOf(request, 'content-type')
  if (type === undefined && request.method === 'DELETE') {
    if ((await request.body(await limit(), sender)).length === 0) return noBody
    throw wrongContentType(type)
  }
  if (!isJson(type)) throw wrongContentType(type)
  if (headerOf(request, 'content-encoding') !== undefined) {
    throw new WireError(
      415,
      'Compressed request bodies are not supported: send the body without a content encoding.',
      wireCodes.wrongContentType,
    )
  }
  const bytes = await request.body(await limit(), sender)
  if (bytes.length === 0) return noBody
  const parameters =
    bytes.length <= smallBody
      ? stage(reading.observation, 'parse', parseObject, bytes)
      : await parseInTurns(bytes, reading)
  return { parameters, bytes: bytes.length }
}

/** In bytes: larger bodies are read in several turns of the event loop. */
const smallBody = 1_048_576

async function parseInTurns(bytes: Uint8Array, { observation, bytesIn = [] }: Reading): Promise<Parameters> {
  await setImmediate()
  const most = requestLimits.bodyWithoutContents
  const long = stage(observation, 'parse', () => findLongBase64(bytes, bytesIn, most))
  const restBytes = long ? bytes.length - (long.end - long.start) : bytes.length
  // Nothing that is valid is longer, and each of the steps below takes one turn.
  if (restBytes > most) throw bodyTooLarge(most)
  if (!long) return parseRest(bytes, observation)
  const content = await decodeInTurns(bytes.subarray(long.start, long.end), observation)
  const rest = withPlaceholder(bytes, long)
  // The message of an error has a place in the whole body.
  const inBody = (at: number) => (at <= long.start ? at : at + bytes.length - rest.length)
  const parameters = await parseRest(rest, observation, inBody)
  // A placeholder that stays is refused as what it stands for: it is not base64 either.
  if (!content || parameters.get(long.name) !== placeholder) return parameters
  return new Map(parameters).set(long.name, content)
}

async function parseRest(
  bytes: Uint8Array,
  observation: Observation | undefined,
  inBody?: (at: number) => number,
): Promise<Parameters> {
  await setImmediate()
  stage(observation, 'parse', requireFit, bytes)
  await setImmediate()
  const text = stage(observation, 'parse', decode, bytes)
  await setImmediate()
  const parameters = stage(observation, 'parse', objectOf, text, inBody)
  await setImmediate()
  return parameters
}

/** For `RestRequest.body`, beyond the limit. */
export function bodyTooLarge(limit: number): WireError {
  return new WireError(413, `The request body must be at most ${limit} bytes.`)
}

/** For `RestRequest.body`, when the client disconnects. */
export function bodyBrokeOff(): WireError {
  return new WireError(400, 'The request body was cut off.')
}

/** For `RestRequest.body`, when the body arrives in too many small chunks. */
export function bodyInTinyPieces(): WireError {
  return new WireError(
    400,
    'The body of the request arrives in chunks that are too small. Send chunks of at least 4 bytes on average.',
  )
}

/** For `RestRequest.body`, when the body has been read: a mistake of the program, so the log contains the remedy. */
export function bodyAlreadyRead(): TrackerError<'body_already_read'> {
  const remedy =
    'the request body was consumed before the tracker could read it: call the tracker before body parsers, or ' +
    'have them keep the bytes in request.rawBody'
  return Object.assign(new TrackerError('body_already_read'), { cause: new Error(remedy) })
}

/** Returns true if a content type is JSON in UTF-8. */
export function isJson(type: string | undefined): boolean {
  const [media = '', ...settings] = (type ?? '').toLowerCase().split(';')
  const charset = settings.map((setting) => setting.trim()).find((setting) => setting.startsWith('charset='))
  return media.trim() === 'application/json' && /^(charset="?(utf-?8|us-ascii)"?)?$/.test(charset ?? '')
}

function wrongContentType(type: string | undefined): WireError {
  const found = type === undefined ? 'none was given' : `not '${type.slice(0, 80)}'`
  return new WireError(415, `The Content-Type must be application/json in UTF-8; ${found}.`, wireCodes.wrongContentType)
}

function parseObject(bytes: Uint8Array): Parameters {
  requireFit(bytes)
  return objectOf(decode(bytes))
}

/** @throws WireError (400) */
function requireFit(bytes: Uint8Array): void {
  const size = measureJson(bytes, most)
  if (size === 'too deep') throw new WireError(400, `The body is nested deeper than ${most.depth} levels.`)
  if (size === 'too large') throw new WireError(400, `The body has more than ${most.values} values.`)
  if (size === 'too many names') throw new WireError(400, `The body has more than ${most.names} names.`)
}

/** @throws WireError (400) */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new WireError(400, 'The body is not valid JSON: it is not UTF-8.')
  }
}

/** @throws WireError (400), body_not_object */
function objectOf(text: string, inBody?: (at: number) => number): Parameters {
  const body = parseJson(text, inBody)
  if (body === null) return new Map()
  if (typeof body !== 'object' || Array.isArray(body)) throw new TrackerError('body_not_object')
  return new Map(Object.entries(body))
}

function parseJson(text: string, inBody?: (at: number) => number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WireError(400, `The body is not valid JSON${positionIn((error as SyntaxError).message, inBody)}.`)
  }
}

/** Where the JSON breaks off, without the text around it: that may be a secret. */
function positionIn(message: string, inBody = (at: number) => at): string {
  const position = /at position (\d+)/.exec(message)?.[1]
  return position === undefined ? '' : `: it breaks at position ${inBody(Number(position))}`
}
