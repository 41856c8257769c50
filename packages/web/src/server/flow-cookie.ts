// The cookie of a login that is under way at a provider.
import type { Cookie } from './session.js'
import { cookieValue } from './session.js'

const maxAge = 600
const maxLength = 4000

/** The flow of the latest login that this browser began: of two tabs the later one wins. */
export function flowOf(request: Request, cookie: Cookie): string | undefined {
  return cookieValue(request, nameOf(cookie), maxLength)
}

export function setFlow(cookie: Cookie, flow: string): string {
  return written(cookie, flow, maxAge)
}

export function clearFlow(cookie: Cookie): string {
  return written(cookie, '', 0)
}

function nameOf({ name }: Cookie): string {
  return `${name}-login`
}

function written(cookie: Cookie, value: string, age: number): string {
  const secure = cookie.isSecure ? '; Secure' : ''
  return `${nameOf(cookie)}=${value}; Path=${cookie.path}; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`
}
