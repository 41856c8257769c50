// The user of a request, from the cookie of the pages or from the host.
import type { Identity, Site, WebContext } from './options.js'
import { headerOf } from './request-limits.js'

export interface Cookie {
  readonly name: string
  readonly isSecure: boolean
  readonly path: string
}

/** Where a request was sent, as far as cookies and addresses depend on it. */
export function cookieOf(origin: URL, prefix: string): Cookie {
  const isSecure = origin.protocol === 'https:'
  // Cookies do not know ports: two trackers on one machine would log each other out.
  const plain = `trackerkit-${origin.port || '80'}`
  const name = isSecure ? `${prefix === '' ? '__Host-' : '__Secure-'}trackerkit` : plain
  return { name, isSecure, path: prefix === '' ? '/' : prefix }
}

/** Follows the token in a cookie that outlasts the browser: for how many seconds, which requests do not contain. */
const ageMark = /\.(\d{1,9})$/

/** The value of the cookie of the pages: a token, and perhaps how long it is kept. */
export function keptValue(request: Request, { name }: Cookie): string | undefined {
  return cookieValue(request, name, 200)
}

/** The token in the cookie of the pages, if there is one that may be a token. */
export function tokenOf(request: Request, cookie: Cookie): string | undefined {
  return keptValue(request, cookie)?.replace(ageMark, '')
}

/** The cookie with the own session of a user who views the tracker as another one. */
export function ownCookie(cookie: Cookie): Cookie {
  return { ...cookie, name: `${cookie.name}-own` }
}

/** A cookie of printable ASCII that is not too long. */
export function cookieValue(request: Request, name: string, maxLength: number): string | undefined {
  for (const part of (headerOf(request, 'cookie') ?? '').split(';')) {
    const [key = '', ...rest] = part.trim().split('=')
    const value = rest.join('=')
    if (key === name && value.length <= maxLength && /^[!-~]+$/.test(value)) return value
  }
  return undefined
}

const thirtyDays = 30 * 24 * 60 * 60

/** Keeps a token: for 30 days, or until the browser is closed. */
export function setCookie(cookie: Cookie, token: string, isLasting: boolean): string {
  return isLasting ? setCookieFor(cookie, token, thirtyDays) : written(cookie, token, '')
}

/** Keeps a token for a number of seconds. */
export function setCookieFor(cookie: Cookie, token: string, seconds: number): string {
  return keepAgain(cookie, `${token}.${Math.floor(seconds)}`)
}

/** Keeps what a cookie kept before, for as long as then. */
export function keepAgain(cookie: Cookie, value: string): string {
  const seconds = ageMark.exec(value)?.[1]
  return written(cookie, value, seconds === undefined ? '' : `; Max-Age=${seconds}`)
}

/** Keeps a token for as long as a cookie keeps another value. */
export function keepLike(cookie: Cookie, token: string, kept: string): string {
  return keepAgain(cookie, token + (ageMark.exec(kept)?.[0] ?? ''))
}

/** The cookies after the view of another user, with the value that the own cookie kept. */
export function returnToOwn(cookie: Cookie, own: string): readonly string[] {
  return [keepAgain(cookie, own), clearCookie(ownCookie(cookie))]
}

export function clearCookie(cookie: Cookie): string {
  return written(cookie, '', '; Max-Age=0')
}

function written({ name, isSecure, path }: Cookie, value: string, more: string): string {
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}${more}`
}

/** Returns true if the page was made for another user, before the one of the cookie logged in with this browser. */
export function isOfOtherUser({ site, request, cookie }: Omit<Sent, 'context'>): boolean {
  const shown = headerOf(request, 'x-trackerkit-user')
  const token = tokenOf(request, cookie)
  // Tokens begin with the ID of their user.
  return shown !== null && !site.host && token !== undefined && !token.startsWith(`${shown}-`)
}

/** The parts of a request that identify its user. */
interface Sent {
  readonly site: Site
  readonly request: Request
  readonly context: WebContext
  readonly cookie: Cookie
}

/** The caller for the API; null for anonymous. */
export async function identityOf({ site, request, context, cookie }: Sent): Promise<Identity> {
  if (site.host) return (await site.host.identify(request, context)) ?? null
  const token = tokenOf(request, cookie)
  return token === undefined ? null : { token }
}
