// Answers that several places give.
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

/** Headers of everything else that depends on who asks. */
const privately = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** Leads to a path here, or to a whole address elsewhere. Headers hold nothing beyond ASCII, so both are encoded. */
export function redirect(
  status: 302 | 303 | 308,
  to: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const location = to.startsWith('/') ? encodedPath(to) : new URL(to).href
  return new Response(null, { status, headers: { ...privately, ...headers, Location: location } })
}

/** An answer without a page: to programs, and to what no page can be made of. */
export function plainText(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  const type = { 'Content-Type': 'text/plain; charset=utf-8' }
  return new Response(`${text}\n`, { status, headers: { ...privately, ...type, ...headers } })
}

/** An answer in the form that the API has. */
export function json(status: number, value: object, headers: Readonly<Record<string, string>> = {}): Response {
  const type = { 'Content-Type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(value), { status, headers: { ...privately, ...type, ...headers } })
}

export function notFromPage(): Response {
  const message = 'Only the pages of this tracker may ask for this. Programs use the REST API.'
  return json(403, { error: true, code: 32000, name: 'not_from_a_page', message })
}
