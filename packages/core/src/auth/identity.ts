// Credentials of requests, and what of them has to be proven first.
import type { Preparation } from '../call/define/operation.js'
import { kindOf } from '../kernel/error-text.js'
import { isTrackerError, TrackerError, type ErrorCode } from '../kernel/errors.js'
import { requireKind } from '../kernel/renamed-options.js'
import { requireHostUser, type HostUser } from './host-user.js'
import { proveLogin } from './password-login.js'
import { readToken } from './tokens.js'

/**
 * The caller. A bare `login` and `user_id` are trusted: the host has authenticated the user. The same holds for
 * `host`, a user as the host describes them, who gets an account at the first call. Keys, tokens and passwords are
 * verified on each call. If the user has a second factor, a password also requires a one-time password (`otp`), which
 * is valid once. NULL is an anonymous caller.
 */
export type Identity =
  | { readonly login: string }
  | { readonly user_id: number }
  | { readonly api_key: string }
  | { readonly token: string }
  | { readonly login: string; readonly password: string; readonly otp?: string | undefined }
  | { readonly host: HostUser }
  | null

/** Several at once must all be the same person. */
export type Identities = Identity | readonly Identity[]

/** The caller as operations receive it. */
export type Credential = Identities | { readonly system: true; readonly login?: string | undefined }

const identityForms = ['login', 'user_id', 'api_key', 'token', 'login, password', 'login, otp, password', 'host']
const identityKeys = identityForms.flatMap((form) => form.split(', '))

/**
 * Checks that an untyped value is an identity or a list of identities. Other properties are ignored.
 * @throws invalid_options
 */
export function requireIdentities(who: unknown): void {
  for (const one of Array.isArray(who) ? who : [who]) if (one !== null) requireIdentity(one)
}

function requireIdentity(who: unknown): void {
  const isGiven = ([key, value]: [string, unknown]) =>
    identityKeys.includes(key) && (key !== 'otp' || value !== undefined)
  const given = typeof who === 'object' ? Object.entries(who ?? {}).filter(isGiven) : []
  const keys = given.map(([key]) => key).toSorted()
  const isTyped = ([key, value]: [string, unknown]) =>
    key === 'host' || (key === 'user_id' ? Number.isSafeInteger(value) : typeof value === 'string')
  if (identityForms.includes(keys.join(', ')) && given.every(isTyped)) {
    for (const [key, value] of given) if (key === 'host') requireHostUser(value, 'who.host')
    return
  }
  // Its values may be secrets.
  const shown = given.map(([key, one]) => (isTyped([key, one]) ? key : `${key} as ${kindOf(one) ?? 'undefined'}`))
  const value =
    typeof who === 'object'
      ? `an object with ${keys.length > 0 ? shown.toSorted().join(' and ') : 'none of its keys'}`
      : kindOf(who)
  const accepted =
    'null, { login }, { user_id }, { api_key }, { token }, { login, password }, { host }, or a list of these'
  throw new TrackerError('invalid_options', { field: 'who', value, accepted })
}

/** The credential of the tracker itself. */
export const system = { system: true } as const

/** The credential of the embedding program, which may act in the name of a user. @throws invalid_options */
export function systemCredential(login: string | undefined): Credential {
  if (login !== undefined) requireKind('login', login, 'text')
  return { system: true, login }
}

export type ProvenIdentity =
  | Exclude<Identity, null | { readonly password: string }>
  | { readonly proven_user_id: number; readonly by: 'host' }
  /** `password_hash`: of the account when its password was proven; `hasSecondFactor`: and a one-time password with it. */
  | {
      readonly proven_user_id: number
      readonly by: 'password'
      readonly password_hash: string | null
      readonly hasSecondFactor: boolean
      readonly isByDirectory: boolean
    }

/** A credential with verified passwords; the rest is looked up inside the transaction. */
export type ProvenCredential = { readonly system: boolean; readonly identities: readonly ProvenIdentity[] }

/** The credential of a logged-out caller. */
export const noCredential: ProvenCredential = { system: false, identities: [] }

/** Returns true if a credential is that of an anonymous caller. */
export function isAnonymous({ system, identities }: ProvenCredential): boolean {
  return !system && identities.length === 0
}

/** The credential as it is, when no password in it has to be proven first. */
export function credentialWithoutPassword(credential: Credential | ProvenCredential): ProvenCredential | undefined {
  if (credential !== null && 'identities' in credential) return credential
  if (credential !== null && 'system' in credential) {
    return { system: true, identities: credential.login === undefined ? [] : [{ login: credential.login }] }
  }
  const identities = identitiesOf(credential)
  return identities.every((identity) => !('password' in identity)) ? { system: false, identities } : undefined
}

/** Proves passwords, outside any transaction because that is slow on purpose. @throws see proveLogin */
export async function authenticate(preparation: Preparation, credential: Identities): Promise<ProvenCredential> {
  const identities: ProvenIdentity[] = []
  for (const identity of identitiesOf(credential)) {
    if ('password' in identity) {
      const { login, password, otp } = identity
      const { id, password_hash, hasSecondFactor, person } = await proveLogin(preparation, { login, password, otp })
      const isByDirectory = person !== undefined
      identities.push({ proven_user_id: id, by: 'password', password_hash, hasSecondFactor, isByDirectory })
    } else identities.push(identity)
  }
  return { system: false, identities }
}

const credentialErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_login_or_password',
  'account_locked',
  'account_disabled',
  'second_factor_required',
  'second_factor_wrong',
  'password_login_off',
  'login_refused',
  'api_key_not_valid',
  'api_key_revoked',
  'auth_invalid_token',
  'invalid_username',
  'two_identities',
])

/** Returns true if the credentials were rejected, and false if they could not be checked. */
export function isCredentialError(error: unknown): error is TrackerError {
  return isTrackerError(error) && credentialErrors.has(error.code)
}

function identitiesOf(credential: Identities): readonly Exclude<Identity, null>[] {
  const all = Array.isArray(credential) ? (credential as readonly Identity[]) : [credential as Identity]
  return all.filter((identity) => identity !== null)
}

/** The hashes that find the tokens of its sessions. */
export function tokenHashesOf({ identities }: ProvenCredential): string[] {
  return identities.flatMap((identity) => ('token' in identity ? (readToken(identity.token)?.secret_hash ?? []) : []))
}

/** The same, where the account of a person of the host is known by now. */
export function withAccount(credential: ProvenCredential, host: HostUser, userId: number): ProvenCredential {
  const identities = credential.identities.map((identity) =>
    'host' in identity && identity.host === host ? ({ proven_user_id: userId, by: 'host' } as const) : identity,
  )
  return { ...credential, identities }
}
