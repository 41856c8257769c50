// Maximum lengths of the parts of a request, checked where each is first read.
import { TrackerError } from '@trackerkit/core'
import type { RestRequest } from '../messages.js'
import { WireError, wireCodes } from '../errors.js'

/**
 * The treatment of an overlong header. `absent`: ignored. `wrong credential`: like a wrong key or password. `foreign`:
 * like another origin. A number is the status of an error.
 */
export type Beyond = 'absent' | 'wrong credential' | 'foreign' | 'param_invalid' | 'idempotency_key_invalid' | 400 | 415

/** The maximum length of a header, and the treatment of a longer one. */
export interface HeaderLimit {
  /** Characters, one for each byte. */
  readonly most: number
  readonly beyond: Beyond
}

const preference: HeaderLimit = { most: 1024, beyond: 'absent' }
const condition: HeaderLimit = { most: 100, beyond: 'absent' }
const credential: HeaderLimit = { most: 4096, beyond: 'wrong credential' }
const host: HeaderLimit = { most: 260, beyond: 400 }
const origin: HeaderLimit = { most: 512, beyond: 'foreign' }
const addresses: HeaderLimit = { most: 1024, beyond: 'absent' }

const headers = {
  accept: preference,
  'accept-language': preference,
  'accept-encoding': preference,
  'accept-charset': preference,
  prefer: preference,
  range: condition,
  'if-range': condition,
  'if-modified-since': condition,
  'if-none-match': { most: 4096, beyond: 'absent' },
  // A write must not be done without its condition.
  'if-match': { most: 4096, beyond: 400 },
  authorization: credential,
  'x-tracker-api-key': credential,
  'x-tracker-token': credential,
  'x-tracker-login': credential,
  'x-tracker-password': credential,
  'x-tracker-otp': credential,
  'x-bugzilla-api-key': credential,
  'x-bugzilla-token': credential,
  'x-bugzilla-login': credential,
  'x-bugzilla-password': credential,
  'x-bugzilla-otp': credential,
  // Programs around the tracker set cookies, too.
  cookie: { most: 16_384, beyond: 'absent' },
  'content-type': { most: 256, beyond: 415 },
  'content-encoding': { most: 256, beyond: 415 },
  'content-length': { most: 20, beyond: 'absent' },
  host,
  'x-forwarded-host': host,
  'x-forwarded-proto': host,
  origin,
  referer: origin,
  'sec-fetch-site': origin,
  'sec-fetch-mode': origin,
  'sec-fetch-dest': origin,
  forwarded: addresses,
  'x-forwarded-for': addresses,
  traceparent: { most: 55, beyond: 'absent' },
  tracestate: { most: 512, beyond: 'absent' },
  baggage: { most: 512, beyond: 'absent' },
  'idempotency-key': { most: 514, beyond: 'idempotency_key_invalid' },
  'last-event-id': { most: 512, beyond: 'param_invalid' },
} as const satisfies Readonly<Record<string, HeaderLimit>>

/** A header that the API reads. */
export type HeaderName = keyof typeof headers

/** All limits of requests except those of inputs, which are in schemas. Lengths are in characters. */
export const requestLimits = Object.freeze({
  /** Path and query; long lists of ids fit. */
  target: 32_768,
  path: 8192,
  /** Of one part of the path, decoded. */
  segment: 1000,
  /** Bytes of target and headers together, as `maxHeaderSize` of node:http counts them. */
  headerBytes: 49_152,
  /** node:http silently drops headers beyond its limit. */
  headerCount: 200,
  /** Of a query: two lists as long as a list may be. */
  parameters: 2000,
  /** Of query and body together. */
  parameterNames: 1000,
  parameterName: 256,
  /** Of `X-Forwarded-For`, from its end. */
  forwardedAddresses: 20,
  /** Bytes of the body of an anonymous request: no input without credentials is longer. */
  bodyWithoutCredentials: 65_536,
  /** Of a body: deeper and larger than any input of the API. */
  bodyDepth: 32,
  bodyValues: 20_000,
  /** An object of many thousands of names takes the parser more than in proportion. */
  bodyNames: 2000,
  /** Bytes of a body without contents of attachments: several texts of full length with each character escaped. */
  bodyWithoutContents: 4_194_304,
  /** Of a header in which a proxy names people and groups, and of its secret. */
  proxyHeader: 16_384,
  /** Of a header that is not among `headers`, such as one that an observer asks for. */
  otherHeader: 1024,
  headers: Object.freeze(headers) as Readonly<Record<HeaderName, HeaderLimit>>,
})

type WithHeaders = Pick<RestRequest, 'headers'>

/** A key, token or password that cannot exist: it replaces one that is too long, which is never hashed. */
export const wrongCredential = ' '

/** The credential as it is, or one that is wrong where it is too long. */
export function credentialOf(text: string): string {
  return text.length <= credential.most ? text : wrongCredential
}

/** @throws WireError (414) */
export function checkTarget(target: string): void {
  const { target: most, path } = requestLimits
  if (target.length > most) throw new WireError(414, `The URL is longer than ${most} characters.`)
  const end = target.indexOf('?')
  if ((end === -1 ? target.length : end) > path)
    throw new WireError(414, `The path of the URL is longer than ${path} characters.`)
}

/** @throws WireError (431) for too many headers, (400) for names of hosts that are too long */
export function checkHeaders(request: WithHeaders & Pick<RestRequest, 'headerCount'>): void {
  const { headerCount } = requestLimits
  if ((request.headerCount ?? Object.keys(request.headers).length) > headerCount)
    throw new WireError(431, `A request must have at most ${headerCount} headers.`)
  headerOf(request, 'host')
  headerOf(request, 'x-forwarded-host')
  headerOf(request, 'x-forwarded-proto')
}

/**
 * One header as text, the only way to read one. Nothing is cut.
 * @throws WireError, TrackerError (param_invalid, idempotency_key_invalid) where `requestLimits` says so of one that is too long
 */
export function headerOf(request: WithHeaders, name: HeaderName): string | undefined {
  const text = textOf(request, name)
  if (text === undefined || text.length <= headers[name].most) return text
  return tooLong(name, text)
}

/** A header of any name without its effects: undefined if it is too long. */
export function peekHeader(request: WithHeaders, name: string): string | undefined {
  const text = textOf(request, name)
  const most = Object.hasOwn(headers, name) ? headers[name as HeaderName].most : requestLimits.otherHeader
  return text === undefined || text.length <= most ? text : undefined
}

function textOf({ headers: sent }: WithHeaders, name: string): string | undefined {
  const value = sent[name]
  return typeof value === 'string' || value === undefined ? value : value.join(', ')
}

function tooLong(name: HeaderName, text: string): string | undefined {
  const { most, beyond } = headers[name]
  const problem = `it must be at most ${most} characters, not ${text.length}`
  switch (beyond) {
    case 'absent':
      return undefined
    case 'wrong credential':
      return wrongCredential
    case 'foreign':
      // As browsers write an origin that they keep to themselves.
      return 'null'
    case 'param_invalid':
      throw new TrackerError('param_invalid', { field: name, value: `${text.slice(0, 40)}…`, problem })
    case 'idempotency_key_invalid':
      throw new TrackerError('idempotency_key_invalid', { reason: 'malformed' })
    case 400:
    case 415:
      throw new WireError(beyond, `The header ${name} is too long: ${problem}.`, codes[beyond])
  }
}

const codes = { 400: wireCodes.general, 415: wireCodes.wrongContentType } as const
