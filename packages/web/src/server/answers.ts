// Answers that several places give.
import { isTrackerError } from '@trackerkit/client'
import { encodedPath } from '../state/return-path.js'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** The features that no page uses. */
const unused = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']

/** Headers of every page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': unused.map((name) => `${name}=()`).join(', '),
  'Cache-Control': 'private, no-store',
  Vary: 'Cookie, Accept-Encoding',
}

/** Headers of all other responses that depend on the user. */
const privately = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** Leads to a path here, or to a whole address elsewhere. Headers hold nothing beyond ASCII, so both are encoded. */
export function redirect(status: 302 | 303 | 308, to: string, headers: MoreHeaders = {}): Response {
  const location = to.startsWith('/') ? encodedPath(to) : new URL(to).href
  return new Response(null, { status, headers: headersOf({ ...privately, Location: location }, headers) })
}

/** Pairs may repeat a name, as cookies do. */
type MoreHeaders = Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[]

function headersOf(own: Readonly<Record<string, string>>, more: MoreHeaders): Headers {
  const headers = new Headers(own)
  const pairs: MoreHeaders = Array.isArray(more) ? more : Object.entries(more)
  for (const [name, value] of pairs as readonly (readonly [string, string])[]) headers.append(name, value)
  return headers
}

/** Sets cookies. */
export function cookieHeaders(cookies: readonly string[]): (readonly [name: string, value: string])[] {
  return cookies.map((cookie) => ['Set-Cookie', cookie])
}

/** A response without a page, for programs and for errors that prevent a page. */
export function plainText(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  const type = { 'Content-Type': 'text/plain; charset=utf-8' }
  return new Response(`${text}\n`, { status, headers: { ...privately, ...type, ...headers } })
}

/** An answer in the form that the API has. */
export function json(status: number, value: object, headers: MoreHeaders = {}): Response {
  const type = { 'Content-Type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(value), { status, headers: headersOf({ ...privately, ...type }, headers) })
}

/** An error of the API, for a script. @throws others */
export function answerFailure(error: unknown): Response {
  if (!isTrackerError(error)) throw error
  const { status = 503, message, number: code, code: name } = error
  return json(status, { error: true, code, name, message })
}

export function usedByOther(): Response {
  const message = 'Another user is now logged in with this browser. Reload the page to continue.'
  return json(409, { error: true, code: 32000, name: 'other_user', message })
}

export function notFromPage(): Response {
  const message = 'Only the pages of this tracker may ask for this. Programs use the REST API.'
  return json(403, { error: true, code: 32000, name: 'not_from_a_page', message })
}
