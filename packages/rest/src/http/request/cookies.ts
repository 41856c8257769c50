// Cookies. None is ever set here and none logs in; but a client may hold some of another tracker that was at this address.
import type { RestRequest } from '../messages.js'
import { headerOf } from './request-limits.js'

const loginCookie = /^(?:Bugzilla|Tracker)_login(?:cookie)?$/i

/** Makes the client forget the login cookies that it has sent. */
export function forgetLoginCookies(request: Pick<RestRequest, 'headers'>): Readonly<Record<string, readonly string[]>> {
  const names = (headerOf(request, 'cookie') ?? '').split(';').map((pair) => pair.split('=')[0]?.trim() ?? '')
  const held = names.filter((name) => loginCookie.test(name))
  return held.length > 0 ? { 'Set-Cookie': held.map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly`) } : {}
}
