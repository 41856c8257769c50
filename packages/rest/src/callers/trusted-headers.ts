// The caller as named by a proxy that has authenticated them.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { HostUser, Identity } from '@trackerkit/core'
import ipaddr from 'ipaddr.js'
import type { Identify } from './identify.js'
import { WireError } from '../http/errors.js'
import { headerText } from '../http/request/header-text.js'
import { requestLimits } from '../http/request/request-limits.js'

/** The headers of a proxy that authenticates people, and from where they are believed. */
export interface TrustedHeaders {
  /**
   * The trusted addresses, such as `10.0.0.0/8` or `::1`; at least one. The other end of the connection counts
   * (`context.peer`), never X-Forwarded-For.
   */
  readonly from: readonly string[]
  /** The header with the login name, such as `X-Forwarded-User`. */
  readonly login: string
  /** The header with the real name. Without it, users keep their name. */
  readonly fullName?: string | undefined
  /**
   * The header with the groups, apart by commas. Without it a person is in none of those that `hostUsers.groups` lists.
   */
  readonly groups?: string | undefined
  /** A header that only the proxy knows and must send too; not empty. Required without `context.peer`. */
  readonly secret?: { readonly header: string; readonly value: string } | undefined
  /** Logs once that headers came from other addresses. Default: the console. */
  readonly logger?: { warn(message: string, details?: Readonly<Record<string, unknown>>): void } | undefined
}

interface FetchHeaders {
  get(name: string): string | null
}

/** Requests as servers have them: of the Fetch standard, or of node:http. */
interface WithHeaders {
  readonly headers: FetchHeaders | Readonly<Record<string, string | readonly string[] | undefined>>
  /** Of node:http: repeated headers separately. */
  readonly headersDistinct?: Readonly<Record<string, readonly string[] | undefined>>
}

const issuer = 'proxy'

/**
 * Makes an `identify` that believes a proxy which authenticates people and names them in a header. Accounts are created
 * automatically, as with `{ host }`; the subject is the login name in lower case. The proxy must remove these headers from requests of
 * clients. Requests from elsewhere, or without the header, are from callers whom the host does not know.
 *
 * A header that comes twice is 400. Servers of the Fetch standard join such headers by a comma and a blank: a login name and groups
 * with these are refused there.
 *
 * @throws RangeError for options that cannot be meant
 * @example
 * const identify = trustedHeaders({ from: ['10.0.0.0/8'], login: 'X-Forwarded-User', groups: 'X-Forwarded-Groups' })
 * const answerTracker = createNodeHandler(tracker, { identify })
 */
export function trustedHeaders(options: TrustedHeaders): Identify<WithHeaders> {
  const { login, fullName, groups, secret, logger = console } = options
  const ranges = options.from.map(rangeOf)
  requireUsable(options)
  const isPeerTrusted = createPeerCheck(ranges, secret !== undefined)
  let isWarned = false
  return (request, { peer }) => {
    const isTrusted = isPeerTrusted(peer) && (!secret || isSame(secret.value, readAll(request, secret.header)))
    if (isTrusted) return identityOf({ request, login, fullName, groups })
    if (!isWarned && readAll(request, login).length > 0) {
      isWarned = true
      logger.warn(`${login}: *** ignored: sender is not a trusted proxy`, {
        peer,
      })
    }
    return undefined
  }
}

type Range = ReturnType<typeof ipaddr.parseCIDR>

/** Shorter forms of IPv4 mean something else to each program. @throws RangeError */
function rangeOf(text: string): Range {
  const [address = ''] = text.split('/')
  const isWritten = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  if (isWritten && ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (isWritten && ipaddr.isValid(text)) {
    const address = ipaddr.parse(text)
    return [address, address.kind() === 'ipv4' ? 32 : 128] as Range
  }
  throw new RangeError(`trustedHeaders: '${text}' in from must be an address or a range such as '10.0.0.0/8'`)
}

/** A name of a header, as HTTP has them. */
const headerName = /^[!#$%&'*+.^_`|~\w-]{1,100}$/

function requireUsable({ from, login, fullName, groups, secret }: TrustedHeaders): void {
  if (from.length === 0) throw new RangeError('trustedHeaders: from must name at least one address')
  if (secret === undefined && from.some((range) => range.endsWith('/0')))
    throw new RangeError('trustedHeaders: from must not name all addresses, unless there is a secret')
  const names = [login, fullName, groups, secret?.header].filter((name) => name !== undefined)
  for (const name of names)
    if (!headerName.test(name)) throw new RangeError(`trustedHeaders: '${name}' is not a valid header name`)
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw new RangeError('trustedHeaders: the names of the headers must differ')
  if (secret?.value.trim() === '') throw new RangeError('trustedHeaders: the secret must not be empty')
}

function createPeerCheck(ranges: readonly Range[], hasSecret: boolean): (peer: string | undefined) => boolean {
  return (peer) => {
    if (peer === undefined) {
      if (hasSecret) return true
      throw new Error(
        'trustedHeaders cannot determine the address of the client: pass { peer } with each request, or set a secret',
      )
    }
    if (!ipaddr.isValid(peer)) return false
    const address = ipaddr.process(peer)
    return ranges.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits))
  }
}

/** Takes as long however much of it is right. */
function isSame(secret: string, values: readonly string[]): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const [value = '', ...more] = values
  if (more.length > 0 || value.length > requestLimits.proxyHeader) return false
  return timingSafeEqual(digest(secret), digest(value))
}

interface Spoken {
  readonly request: WithHeaders
  readonly login: string
  readonly fullName: string | undefined
  readonly groups: string | undefined
}

/** @throws WireError (400) for invalid values */
function identityOf({ request, login, fullName, groups }: Spoken): Identity | undefined {
  const name = readOne(request, login, { longest: 127, refused: /,/ })
  if (name === undefined) return undefined
  // Proxies omit empty headers: users without groups have none.
  const groupsOf = (header: string) =>
    (readOne(request, header, { refused: request.headersDistinct ? undefined : /, / }) ?? '').split(',')
  const host: HostUser = {
    issuer,
    // Only ASCII: U+212A in lower case is a `k`, and would be the subject of another user.
    subject: name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
    login: name,
    full_name: fullName === undefined ? undefined : readOne(request, fullName, { longest: 255 }),
    groups: groups === undefined ? undefined : groupsOf(groups),
  }
  return { host }
}

interface Form {
  readonly longest?: number
  /** Matches joined headers. */
  readonly refused?: RegExp | undefined
}

/** The value of a header; undefined where it is absent or empty. @throws WireError (400), without the value */
function readOne(request: WithHeaders, name: string, { longest, refused }: Form): string | undefined {
  const [value = '', ...more] = readAll(request, name)
  const { proxyHeader } = requestLimits
  if (more.length > 0) throw cameTwice(name)
  if (value.length > proxyHeader) throw tooLong(name, proxyHeader)
  if (refused?.test(value)) throw cameTwice(name)
  const text = value.trim()
  if (longest !== undefined && text.length > longest) throw tooLong(name, longest)
  return text === '' ? undefined : text
}

function cameTwice(name: string): WireError {
  return new WireError(400, `The header ${name} must not be repeated.`)
}

function tooLong(name: string, most: number): WireError {
  return new WireError(400, `The header ${name} must be at most ${most} characters.`)
}

/** All values of a repeated header, if they are known. */
function readAll({ headers, headersDistinct }: WithHeaders, name: string): readonly string[] {
  const key = name.toLowerCase()
  const values = headersDistinct ? headersDistinct[key] : isOfFetch(headers) ? headers.get(key) : headers[key]
  return [values ?? []].flat().map(headerText)
}

function isOfFetch(headers: WithHeaders['headers']): headers is FetchHeaders {
  return typeof headers.get === 'function'
}
