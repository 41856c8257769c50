// Options of a client.
import { paramInvalid } from './errors.js'
import type { Credentials } from './session.js'

/**
 * The tracker's URL and the caller: at most one of `apiKey`, `token` and `login`; without any, the caller is logged
 * out.
 */
export interface ClientOptions extends Credentials {
  /** Where the tracker is, with or without `/rest`: `https://bugs.example.com/tracker`. */
  readonly url: string
  /** Sends requests. Default: the global `fetch`. `createRestHandler(tracker)` works, too. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** `attempts`: how often a read is tried at most (3); `timeout`: milliseconds for each attempt (30,000). False: once. */
  readonly retry?: { readonly attempts?: number | undefined; readonly timeout?: number | undefined } | false | undefined
  /**
   * Send a key with every change by a logged-in caller, so that a change whose response was lost can be sent
   * again and is done only once. Default: true. Repeats only go to trackers that report support for such keys.
   */
  readonly idempotency?: boolean | undefined
  /** Headers that go with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Credentials mode of `fetch`: whether browsers send cookies. */
  readonly credentials?: RequestInit['credentials'] | undefined
}

/** The options with their defaults. */
export interface Settings {
  /** Where the API is. */
  readonly url: string
  readonly fetch: (request: Request) => Promise<Response>
  readonly attempts: number
  readonly timeout: number
  readonly idempotency: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly credentials: RequestInit['credentials'] | undefined
}

const names = 'apiKey, token, login, url, fetch, retry, idempotency, headers, credentials'

/** @throws param_invalid for options that cannot be meant */
export function settingsOf(options = {} as ClientOptions): Settings {
  // With a misspelled key or login the caller would be logged out.
  for (const name of Object.keys(options)) {
    if (!names.split(', ').includes(name)) throw paramInvalid(name, `it must be one of ${names}`)
  }
  const { url, fetch, retry = {}, idempotency = true, headers = {}, credentials } = options
  const { attempts = 3, timeout = 30_000 } = retry === false ? { attempts: 1 } : retry
  requirePositive('retry.attempts', attempts)
  requirePositive('retry.timeout', timeout)
  const send = fetch ?? ((request: Request) => globalThis.fetch(request))
  return { url: baseOf(url), fetch: send, attempts, timeout, idempotency, headers, credentials }
}

function baseOf(url: string): string {
  const page = (globalThis as { readonly location?: { readonly href: string } }).location?.href
  const { protocol, origin, pathname, search, hash, username, password } = parseUrl(url, page)
  const path = withoutSlashes(pathname)
  // Errors repeat nothing that may hold a password or a key, such as `user:password@host`, which has a scheme and no host.
  const told = /[@?#]/.test(url) ? undefined : url
  if (username || password) throw paramInvalid('url', 'it must be without credentials')
  if (!/^https?:$/.test(protocol)) throw paramInvalid('url', 'it must begin with http:// or https://', told)
  if (search || hash) throw paramInvalid('url', 'it must end with a path', told)
  return origin + (/\/rest(\.cgi)?$/.test(path) ? path : `${path}/rest`)
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

function parseUrl(url: string, page: string | undefined): URL {
  try {
    return new URL(url, page)
  } catch {
    throw paramInvalid('url', 'it must be like https://bugs.example.com')
  }
}

/** Longest delay that timers accept. */
const greatest = 2_147_483_647

function requirePositive(field: string, value: number): void {
  if (!(value > 0 && value <= greatest)) {
    throw paramInvalid(field, `it must be above 0, at most ${greatest}`, value)
  }
}
