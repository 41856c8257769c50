// The cookie of a login that is under way at a provider.
import type { Cookie } from './session.js'
import { cookieValue } from './session.js'

const maxAge = 600
const maxLength = 4000

/** A passkey may be tried while a login at a provider waits for its second factor. */
export type FlowWay = 'login' | 'passkey'

/** The flow of the latest login that this browser began: of two tabs the later one wins. */
export function flowOf(request: Request, cookie: Cookie, way: FlowWay = 'login'): string | undefined {
  return cookieValue(request, nameOf(cookie, way), maxLength)
}

export function setFlow(cookie: Cookie, flow: string, way: FlowWay = 'login'): string {
  return written(cookie, flow, maxAge, way)
}

export function clearFlow(cookie: Cookie, way: FlowWay = 'login'): string {
  return written(cookie, '', 0, way)
}

function nameOf({ name }: Cookie, way: FlowWay): string {
  return `${name}-${way}`
}

function written(cookie: Cookie, value: string, age: number, way: FlowWay): string {
  const secure = cookie.isSecure ? '; Secure' : ''
  return `${nameOf(cookie, way)}=${value}; Path=${cookie.path}; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`
}
