// The cookie of a login that is under way at a provider.
import { returnPath } from '../state/return-path.js'
import type { Cookie } from './session.js'
import { cookieValue } from './session.js'

const maxAge = 600
const maxLength = 4000

/** A passkey may be tried while a login at a provider waits for its second factor. */
export type FlowWay = 'login' | 'passkey'

/** The flow of the latest login that this browser began: of two tabs the later one wins. */
export function flowOf(request: Request, cookie: Cookie, way: FlowWay = 'login'): string | undefined {
  return cookieValue(request, nameOf(cookie, way), maxLength)?.split('~', 1)[0]
}

/** Where that login leads. Only a login that succeeds returns it, but others are tried again from there. */
export function returnOf(request: Request, cookie: Cookie): string {
  const [, path = ''] = cookieValue(request, nameOf(cookie, 'login'), maxLength)?.split('~') ?? []
  return returnPath(Buffer.from(path, 'base64url').toString())
}

export function setFlow(cookie: Cookie, flow: string, returnTo: string): string {
  return written(cookie, `${flow}~${Buffer.from(returnTo).toString('base64url')}`, maxAge, 'login')
}

export function setPasskeyFlow(cookie: Cookie, flow: string): string {
  return written(cookie, flow, maxAge, 'passkey')
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
