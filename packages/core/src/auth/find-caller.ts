// Finds the caller behind a credential.
import { callerOf, loadMemberships, nobody, systemCaller, withLimits, type Caller, type User } from '../call/context.js'
import { bothLimits, unlimited, type Limits } from '../call/limits.js'
import { lowerAscii } from '../kernel/ascii-case.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import type { Reader, Row } from '../schema/index.js'
import type { Catalogue } from '../setup/catalogue.js'
import { fold, type Awaitable } from '../store/index.js'
import { isProtected, mayActAsOthers } from './acting.js'
import { findApiKey } from './api-key.js'
import type { HostUser } from './host-user.js'
import { findHostUser, type HostUsers, type Seen } from './host-users.js'
import type { ProvenCredential, ProvenIdentity } from './identity.js'
import type { IdentityCache } from './identity-cache.js'
import type { StaleCredential } from './last-use.js'
import { requirePasswordLogin } from './password-policy.js'
import { findPasswordUse } from './password-use.js'
import { refuseDisabled } from './refuse-disabled.js'
import { findSecondFactors } from './second-factor.js'
import { findToken, type Origin } from './tokens.js'

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
  const known = userId === undefined ? nobody : await callerWith(tx, catalogue, cache, userId)
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
    const actor = await callerWith(tx, catalogue, cache, actorId)
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

function callerWith(tx: Reader, catalogue: Catalogue, cache: IdentityCache, userId: number): Awaitable<Caller> {
  return cache.callers.get(userId) ?? loadCaller(tx, catalogue, cache, userId)
}

async function loadCaller(tx: Reader, catalogue: Catalogue, cache: IdentityCache, userId: number): Promise<Caller> {
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: userId } })
  if (!user) throw new TrackerError('invalid_username', { field: 'user_id', value: userId })
  refuseDisabled(user)
  const caller = callerOf(catalogue, user, await loadMemberships(tx, user.id))
  cache.callers.set(userId, caller)
  return caller
}
