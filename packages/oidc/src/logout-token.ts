// Logout tokens of OpenID Connect: a provider says that a person has logged out there.
import { LoginProviderError, type ProviderLogout } from '@trackerkit/core/host'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { Configuration } from 'openid-client'
import { causeOf } from './discovery.js'
import { limitedFetch, unavailable, type Fetch } from './limited-fetch.js'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const clockSkew = 60
const longestAge = 120
const second = 1000
const minute = 60 * second
const pause = 30 * second

interface Expected {
  readonly clientId: string
  /** The only algorithm. Default: those that the provider lists. */
  readonly alg?: string | undefined
  readonly fetch?: Fetch | undefined
  /** Milliseconds of a clock. */
  readonly now?: (() => number) | undefined
}

export type LogoutReader = (token: string) => Promise<ProviderLogout>

/** Reads tokens of one provider, whose keys it keeps for five minutes and reads again at most once a minute. */
export function createLogoutReader(discover: () => Promise<Configuration>, expected: Expected): LogoutReader {
  const keysAt = new Map<string, JWTVerifyGetKey>()
  return async (token) => {
    const configuration = await discover()
    const { jwks_uri = '', issuer, id_token_signing_alg_values_supported } = configuration.serverMetadata()
    const { clientId, alg } = expected
    const listed = alg === undefined ? (id_token_signing_alg_values_supported ?? ['RS256']) : [alg]
    const { jwtVerify } = await import('jose')
    const keys = keysAt.get(jwks_uri) ?? (await remoteKeys(jwks_uri, expected))
    keysAt.set(jwks_uri, keys)
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        // Never those whose key is the secret of the client, or none.
        algorithms: listed.filter((one) => !/^(none|HS.*)$/i.test(one)),
        issuer,
        audience: clientId,
        clockTolerance: clockSkew,
        requiredClaims: ['iat'],
      })
      const type = protectedHeader.typ?.toLowerCase() ?? 'jwt'
      if (type !== 'jwt' && type !== 'logout+jwt') throw invalid('another type')
      return logoutOf(payload, clientId)
    } catch (error) {
      throw failureOf(error)
    }
  }
}

async function remoteKeys(address: string, { fetch: send, now }: Expected): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import('jose')
  return createRemoteJWKSet(new URL(address), {
    [customFetch]: pausing(limitedFetch(send), now),
    cacheMaxAge: 5 * minute,
    cooldownDuration: minute,
    timeoutDuration: 10 * second,
  })
}

/** Every caller can send a token: after a failure, the keys are not requested for 30 seconds. */
function pausing(send: Fetch, now = () => performance.now()): Fetch {
  let failed: { readonly until: number; readonly error: unknown } | undefined
  return async (...given) => {
    if (failed && failed.until > now()) throw failed.error
    try {
      const response = await send(...given)
      if (!response.ok) throw unavailable(`status ${response.status}`)
      return response
    } catch (error) {
      failed = { until: now() + pause, error }
      throw error
    }
  }
}

/** A token with a nonce could be an ID token. One that names only a session says nothing here, where none is kept. */
function logoutOf({ aud, sub, iat = 0, events, nonce }: JWTPayload, clientId: string): ProviderLogout {
  const audience = [aud].flat()
  if (audience.length !== 1 || audience[0] !== clientId) throw invalid('another audience')
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, event)) throw invalid('another event')
  if (nonce !== undefined) throw invalid('a nonce')
  if (typeof sub !== 'string' || sub === '') throw invalid('no subject')
  const age = Date.now() / second - iat
  if (age > longestAge || age < -clockSkew) throw invalid('another time')
  // It was within this second, and is over, even if the clock of the provider is ahead.
  return { subject: sub, at: new Date(Math.min((iat + 1) * second, Date.now())) }
}

function invalid(message: string): LoginProviderError {
  return new LoginProviderError('not valid', message)
}

/** The log gets only codes. */
function failureOf(error: unknown): Error {
  const own = causeOf(error)
  if (own) return own
  const { code = 'no logout token' } = error as { readonly code?: string }
  return code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JOSE_GENERIC' ? unavailable(code) : invalid(code)
}
