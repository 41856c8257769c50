// Logging in and out. Credentials are the input of these operations.
import type { Identity } from '@trackerkit/core'
import { operations } from '@trackerkit/core/operations'
import { only, type Route } from '../router/route.js'
import type { Parameters } from '../http/request/target.js'
import type { Credentials } from '../callers/credentials.js'
import type { RestRequest } from '../http/messages.js'
import { headerOf } from '../http/request/request-limits.js'

const { sessions } = operations

function loginInput(parameters: Parameters, { identities, restrictLogin }: Credentials): Identity {
  for (const identity of identities) {
    if (!('password' in identity)) continue
    parameters.set('login', identity.login)
    parameters.set('password', identity.password)
    if (identity.otp !== undefined) parameters.set('otp', identity.otp)
  }
  if (restrictLogin !== undefined && !parameters.has('restrict_login')) parameters.set('restrict_login', restrictLogin)
  return null
}

function logoutInput(parameters: Parameters, { identities }: Credentials): Identity {
  for (const identity of identities) if ('token' in identity) parameters.set('token', identity.token)
  return null
}

/** A token is asked about, not logged in with: one that is not valid shall be an answer. */
function checkInput(parameters: Parameters, { identities }: Credentials): readonly Identity[] {
  for (const identity of identities) {
    if ('token' in identity) parameters.set('token', identity.token)
    if ('password' in identity) parameters.set('login', identity.login)
  }
  return identities.filter((identity) => !('token' in identity))
}

type Tries = NonNullable<Route['tries']>
const lastLogin: Tries = (identities) => identities.filter((identity) => 'password' in identity).slice(-1)
const lastToken: Tries = (identities) => identities.filter((identity) => 'token' in identity).slice(-1)

const login = { operation: sessions.create, fill: {}, input: loginInput, tries: lastLogin }
const logout = {
  ...{ operation: sessions.delete, fill: {}, input: logoutInput, tries: lastToken },
  headers: forgetLoginCookies,
}

export const sessionRoutes: readonly Route[] = [
  { method: 'GET', path: '/login', ...login },
  { method: 'POST', path: '/login', ...login },
  { method: 'GET', path: '/logout', ...logout },
  { method: 'POST', path: '/logout', ...logout },
  { method: 'GET', path: '/sessions', operation: sessions.get, fill: {} },
  { method: 'GET', path: '/sessions/current', operation: sessions.current, fill: {} },
  { method: 'POST', path: '/sessions/act_as', operation: sessions.actAs, fill: {} },
  { method: 'POST', path: '/sessions/confirm', operation: sessions.confirm, fill: {} },
  { method: 'POST', path: '/sessions/confirm/mail', operation: sessions.requestCode, fill: {} },
  { method: 'DELETE', path: '/sessions', operation: sessions.deleteOthers, fill: {} },
  { method: 'DELETE', path: '/sessions/{id}', operation: sessions.end, fill: { id: only('id') } },
  { method: 'GET', path: '/valid_login', operation: sessions.check, fill: {}, input: checkInput },
]

const loginCookie = /^(?:Bugzilla|Tracker)_login(?:cookie)?$/i

/** Makes the client forget the login cookies that it has sent. */
function forgetLoginCookies(request: Pick<RestRequest, 'headers'>): Readonly<Record<string, readonly string[]>> {
  const names = (headerOf(request, 'cookie') ?? '').split(';').map((pair) => pair.split('=')[0]?.trim() ?? '')
  const held = names.filter((name) => loginCookie.test(name))
  return held.length > 0 ? { 'Set-Cookie': held.map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly`) } : {}
}
