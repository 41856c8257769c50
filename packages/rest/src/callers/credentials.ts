// The credentials of a request: every place and spelling of them, removed before the operation receives its input.
import { Buffer } from 'node:buffer'
import { TrackerError, type Identity } from '@trackerkit/core'
import type { AnyOperation } from '@trackerkit/core/operations'
import { WireError } from '../http/errors.js'
import type { RestRequest } from '../http/messages.js'
import {
  credentialOf,
  headerOf,
  requestLimits,
  wrongCredential,
  type HeaderName,
} from '../http/request/request-limits.js'
import { namesOf } from '../http/request/coerce.js'
import { mergeParameters, type Parameters } from '../http/request/target.js'
import { headerText, utf8 } from '../http/request/header-text.js'
import { hasOutermostKey } from '../http/request/json-size.js'

/** The callers that a request names. */
export interface Credentials {
  readonly identities: readonly Exclude<Identity, null>[]
  /** Restricts the token to the caller's address. For logins with a password. */
  readonly restrictLogin: unknown
}

/** No honest client sends more; each password costs time to prove. */
const maxIdentities = 4

const prefixes = ['Tracker_', 'Bugzilla_']

/** A token names its user; an API key has no hyphen. */
const tokenForm = /^\d+-./

/** A key or a token of the tracker's own, by its form; a host may take others in the same header. */
const ownForm = /^(?:[A-Za-z0-9]{40}$|\d+-)/

/** The caller as the host identifies them. */
export interface HostIdentity {
  /** NULL for an anonymous caller; undefined where the host does not know. */
  readonly host?: Identity | undefined
  /** Credentials of the tracker are rejected. */
  readonly isHostAlone?: boolean
}

/**
 * Finds the credentials of a request, and the parameters without them.
 * A credential without a value counts as absent, and a login name without a password (or the reverse) is no attempt to log in.
 * If the host knows the sender, they count beside it; if it reports an anonymous caller, they are ignored.
 * @throws own_credentials_off where only the host names callers
 */
export function takeCredentials(
  request: Pick<RestRequest, 'headers'>,
  body: Parameters,
  query: Parameters,
  operation: AnyOperation,
  { host, isHostAlone = false }: HostIdentity = {},
): { readonly credentials: Credentials; readonly parameters: Parameters } {
  const inQuery = takeShortLogin(query, operation)
  const parameters = mergeParameters(body, query)
  const inBody = hasLoginFields(operation) ? [] : takeShortLogin(parameters, operation)
  const named = parameters.size > 0 ? fromParameters(parameters) : []
  const all = [...inQuery, ...inBody, ...named, ...(host === null || isHostAlone ? [] : fromHeaders(request, host))]
  if (isHostAlone && (all.length > 0 || hasOwnHeaders(request, host))) throw new TrackerError('own_credentials_off')
  const otp = takeFirst(parameters, names.otp) ?? textsIn(request, headerNames.otp)[0]
  const restrictLogin = takeFirst(parameters, names.restrictLogin)
  const distinct = all.length < 2 ? all : [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
  const sent = otp === undefined ? distinct : distinct.map((each) => ('password' in each ? { otp, ...each } : each))
  if (sent.length > maxIdentities) {
    throw new TrackerError('two_identities', { fields: sent.flatMap((identity) => Object.keys(identity)) })
  }
  const identities = host === null ? [] : host === undefined ? sent : [host, ...sent]
  return { credentials: { identities, restrictLogin }, parameters }
}

/** Names of parameters that have no short form. */
const names = {
  otp: prefixes.map((prefix) => `${prefix}otp`),
  restrictLogin: prefixes.map((prefix) => `${prefix}restrictlogin`),
}

const inParameters = ['login', 'api_key', 'token'].flatMap((name) => ['', ...prefixes].map((prefix) => prefix + name))

/** Headers or query have credentials, right or wrong. */
export function namesCallerOutside(request: Pick<RestRequest, 'headers'>, query: Parameters): boolean {
  return inHeaders.some((name) => headerOf(request, name) !== undefined) || inParameters.some((name) => query.has(name))
}

/**
 * Large bodies require credentials in a header, in the query or in the body itself.
 * @throws WireError (413)
 */
export function requireModest(bytes: number, { identities }: Credentials): void {
  const { bodyWithoutCredentials: limit } = requestLimits
  if (bytes <= limit || identities.length > 0) return
  throw new WireError(413, `The body of a request without credentials must be at most ${limit} bytes.`)
}

/** The beginning of a JSON body has credentials among the outermost keys, right or wrong. */
export function namesCaller(start: Uint8Array): boolean {
  return hasOutermostKey(start, inParameters)
}

/** The callers that headers, query and host name; none where these contradict each other. */
export function callersOutside(
  request: Pick<RestRequest, 'headers'>,
  query: Parameters,
  operation: AnyOperation,
  hostIdentity: HostIdentity,
): Credentials['identities'] {
  try {
    return takeCredentials(request, new Map(), new Map(query), operation, hostIdentity).credentials.identities
  } catch {
    return []
  }
}

/**
 * `login` or `password` in the body are fields of the input, such as those of a new user, and no credentials. For logging in they are
 * both.
 */
function hasLoginFields({ access, input }: AnyOperation): boolean {
  const { named } = namesOf(input)
  return access !== 'exempt' && (named.has('login') || named.has('password'))
}

function fromParameters(parameters: Parameters): Exclude<Identity, null>[] {
  const logins = prefixes.map((prefix) =>
    loginOf(take(parameters, `${prefix}login`), take(parameters, `${prefix}password`)),
  )
  const named = ['', ...prefixes].flatMap((prefix) => [
    ...take(parameters, `${prefix}api_key`).map((api_key) => ({ api_key })),
    ...take(parameters, `${prefix}token`).map((token) => ({ token })),
  ])
  return [...logins.flat(), ...named]
}

/**
 * `login` and `password` are credentials only together: each of them may be a field of the input. So is `otp` with them, unless it is
 * such a field.
 */
function takeShortLogin(parameters: Parameters, { access, input }: AnyOperation): Exclude<Identity, null>[] {
  const logins = loginOf(textsOf(parameters.get('login')), textsOf(parameters.get('password')))
  if (logins.length === 0) return []
  parameters.delete('login')
  parameters.delete('password')
  const [otp] = access !== 'exempt' && namesOf(input).named.has('otp') ? [] : take(parameters, 'otp')
  return otp === undefined ? logins : logins.map((login) => ({ ...login, otp }))
}

const headerNames = {
  apiKey: ['x-tracker-api-key', 'x-bugzilla-api-key'],
  token: ['x-tracker-token', 'x-bugzilla-token'],
  login: ['x-tracker-login', 'x-bugzilla-login'],
  password: ['x-tracker-password', 'x-bugzilla-password'],
  otp: ['x-tracker-otp', 'x-bugzilla-otp'],
} as const satisfies Readonly<Record<string, readonly HeaderName[]>>

const inHeaders: readonly HeaderName[] = [
  'authorization',
  ...headerNames.apiKey,
  ...headerNames.token,
  ...headerNames.login,
]

function fromHeaders(request: Pick<RestRequest, 'headers'>, host: Identity | undefined): Exclude<Identity, null>[] {
  const authorization = headerOf(request, 'authorization')
  // One that is too long for the tracker is of the host, if the host knows the caller.
  const isOfHost = host !== undefined && authorization === wrongCredential
  return [
    ...textsIn(request, headerNames.apiKey).map((api_key) => ({ api_key })),
    ...textsIn(request, headerNames.token).map((token) => ({ token })),
    ...loginOf(
      textsIn(request, headerNames.login).map(decodeHeader),
      textsIn(request, headerNames.password).map(decodeHeader),
    ),
    ...(authorization === undefined || isOfHost ? [] : fromAuthorization(authorization)),
  ]
}

/** Headers have credentials of the tracker, complete or malformed. */
function hasOwnHeaders(request: Pick<RestRequest, 'headers'>, host: Identity | undefined): boolean {
  const { apiKey, token, password } = headerNames
  if ([apiKey, token, password].some((names) => textsIn(request, names).length > 0)) return true
  const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)/.exec(headerOf(request, 'authorization') ?? '') ?? []
  if (/^basic$/i.test(scheme)) return true
  // Other bearer tokens are credentials of the host.
  return /^bearer$/i.test(scheme) && (host === undefined || ownForm.test(value))
}

function fromAuthorization(header: string): Exclude<Identity, null>[] {
  if (header === wrongCredential) return [{ api_key: header }]
  const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(header) ?? []
  if (scheme.toLowerCase() === 'bearer') return tokenForm.test(value) ? [{ token: value }] : [{ api_key: value }]
  if (scheme.toLowerCase() !== 'basic') return []
  const [, login, password] = /^([^:]*):(.*)$/s.exec(utf8(Buffer.from(value, 'base64'))) ?? []
  // A malformed pair is a wrong login, not an absent one: the client meant to log in.
  if (login === undefined || password === undefined) throw new TrackerError('invalid_login_or_password')
  return loginOf(textsOf(login), textsOf(password))
}

function loginOf(logins: readonly string[], passwords: readonly string[]): Exclude<Identity, null>[] {
  const [[login], [password]] = [logins, passwords]
  return login === undefined || password === undefined ? [] : [{ login, password }]
}

/** The values of these headers. For most requests, which have none, nothing is created. */
function textsIn(request: Pick<RestRequest, 'headers'>, names: readonly HeaderName[]): readonly string[] {
  let texts: readonly string[] = none
  for (const name of names) {
    const text = headerOf(request, name)
    if (text !== undefined) texts = [...texts, ...textsOf(text)]
  }
  return texts
}

const none: readonly string[] = []

/** Takes all of these, and returns the first value. */
function takeFirst(parameters: Parameters, names: readonly string[]): string | undefined {
  if (parameters.size === 0) return undefined
  const [first] = names.flatMap((name) => take(parameters, name).slice(0, 1))
  return first
}

function take(parameters: Parameters, name: string): string[] {
  const texts = textsOf(parameters.get(name))
  parameters.delete(name)
  return texts
}

/** The values that are not empty. Values that are no text, or too long, fail as invalid credentials when they are tried. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (value === undefined || value === null || value === '') return []
  return [credentialOf(typeof value === 'string' ? value : JSON.stringify(value))]
}

/** Where a library allows no more than ASCII, clients write URL encoding. */
function decodeHeader(value: string): string {
  const text = headerText(value)
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
