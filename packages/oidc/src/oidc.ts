// A login provider by OpenID Connect: the authorization code flow with PKCE, and nothing else.
import { createHash } from 'node:crypto'
import { LoginProviderError, type LoginAsk, type LoginProvider, type ProviderPerson } from '@trackerkit/core/host'
import { refuseUnknownOptions, type OptionNames } from '@trackerkit/core/store'
import type { Configuration } from 'openid-client'
import { personFrom, type Claims, type ClaimRules } from './claims.js'
import { causeOf, createDiscovery, type Discovery, type DiscoveryOptions } from './discovery.js'
import { isSafeAddress, unavailable } from './limited-fetch.js'
import { createLogoutReader } from './logout-token.js'

/** Options of `oidc`. */
export interface OidcOptions extends Pick<DiscoveryOptions, 'issuer' | 'clientId' | 'clientSecret' | 'fetch' | 'now'> {
  /** In addresses: lower-case letters, digits and hyphens. */
  readonly name: string
  /** As people read it. */
  readonly title: string
  /** More scopes than `openid email profile`. */
  readonly scopes?: readonly string[] | undefined
  /** The claim that lists groups. Default: `groups`. */
  readonly groupsClaim?: string | undefined
  /** The only algorithm of ID tokens, such as ES256. Default: those that the provider lists. */
  readonly alg?: 'RS256' | 'PS256' | 'ES256' | 'Ed25519' | undefined
  /** Requested as `acr_values`; the claim `acr` must be one of them. */
  readonly acr?: readonly string[] | undefined
  /** True if the provider asks a person again on request. Default: if it lists the claim `auth_time`. */
  readonly confirms?: boolean | undefined
}

/** The options that presets take, too. */
export const commonOptions = {
  clientId: 'text',
  clientSecret: 'text',
  name: 'text',
  title: 'text',
  scopes: 'a list of texts',
  alg: ['RS256', 'PS256', 'ES256', 'Ed25519'],
  acr: 'a list of texts',
  confirms: 'true or false',
  fetch: 'a function',
  now: 'a function',
} as const
const known: OptionNames<OidcOptions> = { ...commonOptions, issuer: 'text', groupsClaim: 'text' }

/** The differences of a preset. */
export interface Preset extends Omit<ClaimRules, 'acr' | 'groupClaims'> {
  /** Claims that list groups, of which the first that is there counts. Default: `groups`. */
  readonly groupClaims?: readonly string[] | undefined
  /** More parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>> | undefined
  /** False if only the ID token can have groups. Default: true. */
  readonly hasGroupsInUserinfo?: boolean | undefined
  /** @throws LoginProviderError for a person who may not log in */
  readonly requirePerson?: ((claims: Claims) => void) | undefined
}

/**
 * People log in with a provider of OpenID Connect.
 * @throws TypeError for an issuer without https, and without a client
 * @throws invalid_options for an option that does not exist, and one of the wrong type
 * @example oidc({ name: 'staff', title: 'Staff', issuer: 'https://id.example.com', clientId: 'x', clientSecret: 'y' })
 */
export function oidc(options: OidcOptions): LoginProvider {
  refuseUnknownOptions(options, known, 'oidc')
  return providerOf(options)
}

/** The same for a preset, which has checked its options. @throws TypeError */
export function providerOf(options: OidcOptions, preset: Preset = {}): LoginProvider {
  const { name, title, issuer, confirms } = options
  requireUsable(options)
  const discovery = createDiscovery(options)
  const readLogout = createLogoutReader(() => discovery.get(), options)
  return {
    name,
    title,
    issuer,
    get mayConfirm() {
      // Nothing is requested before a person logs in: until then it is offered, and refused if it turns out otherwise.
      return confirms ?? discovery.hasClaim('auth_time') ?? true
    },
    begin: (ask) => authorizationAddress(discovery, options, preset, ask),
    finish: (answer, ask) => exchange(discovery, options, preset, answer, ask),
    ended: readLogout,
    logoutUrl: (returnTo) => logoutAddress(discovery, options, returnTo),
  }
}

/** @throws TypeError */
export function requireUsable({
  issuer,
  clientId,
  clientSecret,
}: Pick<OidcOptions, 'issuer' | 'clientId' | 'clientSecret'>) {
  if (!isSafeAddress(issuer)) throw new TypeError('issuer: an https address is required')
  if (!clientId) throw new TypeError('clientId: the ID of the client at the provider is required')
  if (!clientSecret) throw new TypeError('clientSecret: the secret of the client at the provider is required')
}

async function authorizationAddress(
  discovery: Discovery,
  { scopes = [], acr }: OidcOptions,
  { parameters }: Preset,
  { redirect_uri, state, nonce, code_verifier, again }: LoginAsk,
): Promise<string> {
  const configuration = await discovery.get()
  const { buildAuthorizationUrl } = await import('openid-client')
  const address = buildAuthorizationUrl(configuration, {
    ...parameters,
    redirect_uri,
    response_type: 'code',
    response_mode: 'query',
    scope: ['openid', 'email', 'profile', ...scopes].join(' '),
    state,
    nonce,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(acr && { acr_values: acr.join(' ') }),
    ...(again && { prompt: 'login', max_age: '0' }),
  })
  return address.href
}

/** No ID token is kept, so the provider may ask the person whether to log out. */
async function logoutAddress(
  discovery: Discovery,
  { clientId }: OidcOptions,
  returnTo: string,
): Promise<string | undefined> {
  const { end_session_endpoint } = (await discovery.get()).serverMetadata()
  if (!isSafeAddress(end_session_endpoint)) return undefined
  const address = new URL(end_session_endpoint)
  address.searchParams.set('client_id', clientId)
  address.searchParams.set('post_logout_redirect_uri', returnTo)
  return address.href
}

async function exchange(
  discovery: Discovery,
  options: OidcOptions,
  preset: Preset,
  answer: Readonly<Record<string, string>>,
  ask: LoginAsk,
): Promise<ProviderPerson> {
  const configuration = await discovery.get()
  try {
    const { groupsClaim, acr } = options
    const groupClaims = groupsClaim === undefined ? (preset.groupClaims ?? ['groups']) : [groupsClaim]
    const wanted = preset.hasGroupsInUserinfo === false ? [] : groupClaims
    const claims = await claimsOf(configuration, options, answer, ask, wanted)
    preset.requirePerson?.(claims)
    return personFrom(claims, { ...preset, acr, groupClaims })
  } catch (error) {
    throw failureOf(error)
  }
}

/** Those of the ID token; if it lacks the address or the groups, also those of userinfo. */
async function claimsOf(
  configuration: Configuration,
  { clientId }: OidcOptions,
  answer: Readonly<Record<string, string>>,
  { redirect_uri, state, nonce, code_verifier }: LoginAsk,
  groupClaims: readonly string[],
): Promise<Claims> {
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
  const callback = new URL(redirect_uri)
  for (const [key, value] of Object.entries(answer)) callback.searchParams.set(key, value)
  const tokens = await authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: code_verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new LoginProviderError('not valid', 'no ID token')
  const audience = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
  const isForUs = audience.length === 1 && audience[0] === clientId && (claims.azp ?? clientId) === clientId
  if (!isForUs) throw new LoginProviderError('not valid', 'another audience')
  const lacksGroups = groupClaims.length > 0 && !groupClaims.some((name) => name in claims)
  const isComplete = 'email' in claims && !lacksGroups
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  // Its subject is compared with that of the ID token, whose claims win.
  const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub)
  const { email_verified } = 'email' in claims ? claims : more
  return { ...more, ...claims, email_verified }
}

interface LibraryError extends Error {
  readonly code?: string
  readonly error?: unknown
}

/** Messages of the library may quote responses: the log gets only its codes. */
function failureOf(error: unknown): Error {
  const own = causeOf(error)
  if (own) return own
  const { code, error: reason, name } = error as LibraryError
  if (name === 'AuthorizationResponseError') return new LoginProviderError('said no', 'an error response')
  const known = isErrorCode(reason) ? reason : (code ?? name)
  if (name === 'ResponseBodyError' && reason !== 'invalid_grant') return unavailable(known)
  return new LoginProviderError('not valid', known)
}

/** The provider chooses the text, and could quote a secret in it. */
function isErrorCode(reason: unknown): reason is string {
  return typeof reason === 'string' && /^[a-z_]{1,40}$/.test(reason)
}
