// Resolves the credentials of a request to a caller.
import type { Catalogue } from '../setup/catalogue.js'
import {
  callerOf,
  loadMemberships,
  nobody,
  systemCaller,
  withLimits,
  type Caller,
  type Person,
  type User,
} from '../call/context.js'
import { bothLimits, unlimited, type Limits } from '../call/limits.js'
import { lowerAscii } from '../kernel/ascii-case.js'
import { kindOf } from '../kernel/error-text.js'
import { isTrackerError, TrackerError, type ErrorCode } from '../kernel/errors.js'
import type { Preparation } from '../call/define/operation.js'
import type { Reader, Row } from '../schema/index.js'
import { isProtected, mayActAsOthers } from './acting.js'
import { findApiKey } from './api-key.js'
import { requireHostUser, type HostUser } from './host-user.js'
import { findHostUser, type HostUsers, type Seen } from './host-users.js'
import type { StaleCredential } from './last-use.js'
import type { Link } from './links.js'
import { proveLogin } from './password-login.js'
import { requirePasswordLogin } from './password-policy.js'
import { findPasswordUse } from './password-use.js'
import { refuseDisabled } from './refuse-disabled.js'
import { findSecondFactors } from './second-factor.js'
import { findToken, readToken, type Origin } from './tokens.js'
import { fold } from '../store/index.js'

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

/** Identities as operations receive them: several at once must all be the same person. */
export type Credential = Identity | readonly Identity[] | { readonly system: true; readonly login?: string | undefined }

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
  const value =
    typeof who === 'object'
      ? `an object with ${keys.length > 0 ? keys.join(' and ') : 'none of its keys'}`
      : kindOf(who)
  const accepted =
    'null, { login }, { user_id }, { api_key }, { token }, { login, password }, { host }, or a list of these'
  throw new TrackerError('invalid_options', { field: 'who', value, accepted })
}

type ProvenIdentity =
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
export async function authenticate(
  preparation: Preparation,
  credential: Credential | ProvenCredential,
): Promise<ProvenCredential> {
  const known = credentialWithoutPassword(credential)
  if (known) return known
  const identities: ProvenIdentity[] = []
  for (const identity of identitiesOf(credential as Credential)) {
    if ('password' in identity) {
      const { id, password_hash, hasSecondFactor, person } = await proveLogin(preparation, identity)
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

function identitiesOf(credential: Credential): readonly Exclude<Identity, null>[] {
  const all = Array.isArray(credential) ? (credential as readonly Identity[]) : [credential as Identity]
  return all.filter((identity) => identity !== null)
}

type Memory<K, V> = Pick<Map<K, V>, 'get'> & { set(key: K, value: V): unknown }

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

/** Callers cached for one state of the store. Any change of identities starts a new cache. */
export interface IdentityCache {
  readonly versions: string
  readonly callers: Memory<number, Caller>
  readonly logins: Memory<string, number>
  readonly apiKeys: Memory<string, Row<'api_keys'>>
  /** True for users with a second factor. */
  readonly secondFactors: Memory<number, boolean>
  readonly links: Memory<number, readonly Link[]>
  /** All users shown so far. */
  readonly people: Map<number, Person>
}

export function createIdentityCache(versions: string): IdentityCache {
  return {
    versions,
    callers: new Map(),
    logins: new Map(),
    apiKeys: new Map(),
    secondFactors: new Map(),
    links: new Map(),
    people: new Map(),
  }
}

/** Returns a copy with separate additions, for transactions that may be rolled back. */
export function forkIdentityCache(cache: IdentityCache): IdentityCache {
  return {
    versions: cache.versions,
    callers: overlay(cache.callers),
    logins: overlay(cache.logins),
    apiKeys: overlay(cache.apiKeys),
    secondFactors: overlay(cache.secondFactors),
    links: overlay(cache.links),
    people: new Map(),
  }
}

function overlay<K, V>(below: Pick<Map<K, V>, 'get'>): Memory<K, V> {
  const own = new Map<K, V>()
  return { get: (key) => own.get(key) ?? below.get(key), set: (key, value) => own.set(key, value) }
}

const hour = 3_600_000

/** The cached identities. */
interface KnownIdentities {
  readonly cache: IdentityCache
  readonly hostUsers: HostUsers
  readonly seen: Seen
}

/** The caller and how they were identified. */
interface Found {
  readonly caller: Caller
  /** True if every credential is an API key, session or password of the tracker. */
  readonly isOwnLogin: boolean
  readonly sessions: Row<'tokens'>[]
  /** Only sessions identify the caller. */
  readonly isSession: boolean
  /** A password without a second factor is among the credentials. */
  readonly isPasswordAlone: boolean
  readonly stale: StaleCredential[]
}

/**
 * Finds the caller behind a credential.
 * @throws invalid_username, account_disabled, second_factor_required, api_key_not_valid, api_key_revoked, auth_invalid_token, two_identities;
 *   UnsettledHostUser when an account has to be made or changed first
 */
export async function findCaller(
  tx: Reader,
  { cache, hostUsers, seen }: KnownIdentities,
  credential: ProvenCredential,
  origin: Origin,
): Promise<Found> {
  const { catalogue } = seen
  const stale: StaleCredential[] = []
  const sessions: Row<'tokens'>[] = []
  let userId: number | undefined
  let limits = unlimited
  for (const identity of credential.identities) {
    const found: Resolved =
      'host' in identity
        ? { user_id: await findHostUser(tx, seen, hostUsers, identity.host) }
        : await resolve(tx, cache, identity, origin)
    if (userId !== undefined && userId !== found.user_id)
      throw new TrackerError('two_identities', { fields: credential.identities.map(nameOf) })
    userId = found.user_id
    limits = bothLimits(limits, found.limits ?? unlimited)
    if (found.stale) stale.push(found.stale)
    if (found.session) sessions.push(found.session)
  }
  const known = userId === undefined ? nobody : await loadCaller(tx, catalogue, cache, userId)
  for (const { actor_id } of sessions)
    if (actor_id !== null) limits = bothLimits(limits, await actingLimits(tx, seen, cache, known, actor_id))
  // It may be long since it was proven, and be another one now.
  for (const identity of credential.identities)
    if ('password_hash' in identity) {
      await requireStillProven(tx, cache, identity, known.user)
      // That group is about passwords of the tracker.
      if (identity.isByDirectory) continue
      requirePasswordLogin(catalogue, known)
      const use = await findPasswordUse(tx, catalogue, known.user, origin)
      if (use) stale.push(use)
    }
  const isOwnLogin = credential.identities.length > 0 && credential.identities.every(isOwn)
  const isSession = sessions.length > 0 && sessions.length === credential.identities.length
  const isPasswordAlone = credential.identities.some((one) => 'password_hash' in one && !one.hasSecondFactor)
  const own = credential.system ? systemCaller(catalogue, known.user) : known
  const caller = limits === unlimited ? own : withLimits(own, limits)
  return { caller, isOwnLogin, sessions, isSession, isPasswordAlone, stale }
}

/** Asked at each call: it ends when the actor is disabled or may not any more, and when the user is protected. */
async function actingLimits(
  tx: Reader,
  { catalogue }: Seen,
  cache: IdentityCache,
  known: Caller,
  actorId: number,
): Promise<Limits> {
  try {
    const actor = await loadCaller(tx, catalogue, cache, actorId)
    if (!mayActAsOthers(catalogue, actor) || isProtected(catalogue, known)) throw new TrackerError('auth_invalid_token')
  } catch (error) {
    if (isTrackerError(error, 'account_disabled', 'invalid_username')) throw new TrackerError('auth_invalid_token')
    throw error
  }
  return { mayWrite: false, mayAdminister: false, productIds: undefined, actorId }
}

async function requireStillProven(
  tx: Reader,
  cache: IdentityCache,
  { password_hash, hasSecondFactor }: Extract<ProvenIdentity, { readonly by: 'password' }>,
  user: User | null,
): Promise<void> {
  if (!user || password_hash !== user.password_hash) throw new TrackerError('invalid_login_or_password')
  if (!hasSecondFactor && (await isTwofold(tx, cache, user.id))) throw new TrackerError('second_factor_required')
}

/** Returns true if the user has a second factor. */
export async function isTwofold(tx: Reader, { secondFactors }: IdentityCache, userId: number): Promise<boolean> {
  const known = secondFactors.get(userId)
  if (known !== undefined) return known
  const found = (await findSecondFactors(tx, [userId])).has(userId)
  secondFactors.set(userId, found)
  return found
}

function isOwn(identity: ProvenIdentity): boolean {
  return 'api_key' in identity || 'token' in identity || 'password_hash' in identity
}

/** Returns the kind of a credential for errors, which must not contain the credential. */
function nameOf(identity: ProvenIdentity): string {
  return 'proven_user_id' in identity ? identity.by : (Object.keys(identity)[0] as string)
}

interface Resolved {
  readonly user_id: number
  readonly limits?: Limits
  readonly session?: Row<'tokens'>
  readonly stale?: StaleCredential | undefined
}

async function resolve(
  tx: Reader,
  cache: IdentityCache,
  identity: Exclude<ProvenIdentity, { readonly host: HostUser }>,
  origin: Origin,
): Promise<Resolved> {
  if ('proven_user_id' in identity) return { user_id: identity.proven_user_id }
  if ('user_id' in identity) return { user_id: identity.user_id }
  if ('api_key' in identity) return resolveApiKey(tx, cache, identity.api_key, origin)
  if ('token' in identity) return resolveToken(tx, identity.token, origin)
  const login = lowerAscii(identity.login.trim())
  const known = cache.logins.get(login)
  if (known !== undefined) return { user_id: known }
  const where = { col: 'login_folded', eq: fold(login) } as const
  const [user] = await tx.select({ from: 'users', where, columns: ['id', 'login'] })
  if (!user || lowerAscii(user.login) !== login)
    throw new TrackerError('invalid_username', { field: 'login', value: identity.login })
  cache.logins.set(login, user.id)
  return { user_id: user.id }
}

async function resolveApiKey(tx: Reader, cache: IdentityCache, key: string, origin: Origin): Promise<Resolved> {
  const { row, limits, use } = await findApiKey(tx, cache.apiKeys, key, origin)
  return { user_id: row.user_id, limits, stale: use }
}

async function resolveToken(tx: Reader, token: string, origin: Origin): Promise<Resolved> {
  const row = await findToken(tx, token, origin)
  if (!row) throw new TrackerError('auth_invalid_token')
  const isStale = isApart(row.last_used, origin.now, hour)
  return { user_id: row.user_id, session: row, stale: isStale ? { entity: 'tokens', id: row.id } : undefined }
}

/** A use that is noted for later than now was noted by a clock that was ahead. */
function isApart(noted: Date, now: Date, milliseconds: number): boolean {
  return Math.abs(now.getTime() - noted.getTime()) > milliseconds
}

async function loadCaller(tx: Reader, catalogue: Catalogue, cache: IdentityCache, userId: number): Promise<Caller> {
  const known = cache.callers.get(userId)
  if (known) return known
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: userId } })
  if (!user) throw new TrackerError('invalid_username', { field: 'user_id', value: userId })
  refuseDisabled(user)
  const caller = callerOf(catalogue, user, await loadMemberships(tx, user.id))
  cache.callers.set(userId, caller)
  return caller
}
