// A logged-in person proves again who they are: by the password, or, for accounts without one, by what else they have.
import { confirmationOf, hasJustBegun, isConfirmationOff, wasConfirmed } from '../../auth/confirmation.js'
import type { LoginGiven } from '../../auth/directory-login.js'
import { proveLogin, type ProvenLogin } from '../../auth/password-login.js'
import { findSecondFactor, isOfPasskeys } from '../../auth/second-factor.js'
import { proveConfirmationCode, proveOneTimePassword } from '../../auth/second-proof.js'
import { typedOtp } from '../../auth/totp.js'
import { requireUser, type Call, type User } from '../../call/context.js'
import type { Preparation } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'
import { identitiesOf } from '../logins/identities.js'
import type { Reader } from '../../schema/index.js'
import { waysToConfirm } from './ways-to-confirm.js'

interface Proof {
  readonly password?: string | undefined
  readonly otp?: string | undefined
  readonly code?: string | undefined
}

/** @throws param_required; as proveLogin, proveOneTimePassword, proveConfirmationCode */
export async function proveAgain(preparation: Preparation, user: User, given: Proof): Promise<ProvenLogin> {
  const { password, otp, code } = given
  if (password !== undefined) return proveByPassword(preparation, user, { password, otp })
  if (user.password_hash !== null) throw new TrackerError('param_required', { field: 'password' })
  const factor = await preparation.store.read((tx) => findSecondFactor(tx, user.id))
  if (factor) await proveOneTimePassword(preparation, user, otp)
  else if (code === undefined) throw new TrackerError('param_required', { field: 'code' })
  else await proveConfirmationCode(preparation, user, typedOtp(code))
  return { id: user.id, password_hash: null, hasSecondFactor: factor !== undefined }
}

/** By the person in the directory for a user without a password here. @throws as proveLogin */
async function proveByPassword(
  preparation: Preparation,
  user: User,
  given: Omit<LoginGiven, 'login' | 'subject'>,
): Promise<ProvenLogin> {
  const { store, logins } = preparation
  if (user.password_hash !== null) return proveLogin(preparation, { login: user.login, ...given })
  const own = await store.read((tx) => identitiesOf(tx, user.id))
  const { shown_as, subject } = own.find(({ issuer }) => issuer === logins.passwords?.provider.issuer) ?? {}
  return proveLogin(preparation, { login: shown_as || user.login, subject, ...given })
}

/**
 * Proves only the password, before another password or address: for a user without one here, that of the directory.
 * @throws as proveLogin
 */
export async function proveCurrentPassword(
  preparation: Preparation,
  user: User,
  password: string,
): Promise<ProvenLogin> {
  const proven = await proveByPassword(preparation, user, { password, isSecondProven: true })
  if (proven.id !== user.id) throw new TrackerError('invalid_login_or_password')
  return proven
}

/** @throws invalid_login_or_password, second_factor_required where password or second factor were changed since the proof */
export async function requireStillProven(tx: Reader, { id }: User, proven: ProvenLogin | undefined): Promise<void> {
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: id }, columns: ['password_hash'] })
  if (!proven || user?.password_hash !== proven.password_hash || proven.id !== id)
    throw new TrackerError('invalid_login_or_password')
  if (!proven.hasSecondFactor && (await findSecondFactor(tx, id))) throw new TrackerError('second_factor_required')
}

/** The sessions of a call. @throws login_required for another credential, acting_read_only */
export function requireSession({ sessionIds = [], who }: Pick<Call, 'sessionIds' | 'who'>): readonly number[] {
  // An operation that is open to all may be asked with the session of an actor.
  if (who.limits.actorId !== undefined) throw new TrackerError('acting_read_only')
  if (sessionIds.length === 0) throw new TrackerError('login_required')
  return sessionIds
}

/**
 * The sessions of an operation that needs a confirmed one, also with another credential beside it, such as an API key,
 * which needs no confirmation itself.
 * @throws confirmation_required; as requireSession
 */
export async function requireConfirmedSession(tx: Reader, call: Call): Promise<readonly number[]> {
  const ids = requireSession(call)
  if (call.confirmation !== 'other') return ids
  const sessions = await tx.select({ from: 'tokens', where: { col: 'id', in: [...ids] } })
  if (confirmationOf({ sessions, isSession: true }, call.catalogue, call.now) === 'missing')
    throw new TrackerError('confirmation_required')
  return ids
}

type OwnCall = Pick<Call, 'who' | 'confirmation' | 'sessionIds' | 'catalogue' | 'now' | 'logins' | 'mail'>

/**
 * A session of the call was confirmed, not only begun, also where confirmation is off. Accounts that have no way to
 * confirm one have logged in again.
 */
async function isConfirmedAnew(tx: Reader, call: OwnCall, user: User): Promise<boolean> {
  const { sessionIds = [], catalogue, now } = call
  if (sessionIds.length === 0) return false
  const sessions = await tx.select({ from: 'tokens', where: { col: 'id', in: [...sessionIds] } })
  if (sessions.some((session) => wasConfirmed(session, catalogue, now))) return true
  if (!sessions.some((session) => hasJustBegun(session, catalogue, now))) return false
  return (await waysToConfirm(tx, call, user)).length === 0
}

/** Proof of the owner of an account, before its own credentials change. */
interface OwnProof {
  readonly current_password?: string | undefined
  readonly otp?: string | undefined
}

/**
 * Checks before any work that the proof is there: accounts without a password need a confirmed session in its place.
 * @throws login_required, param_required, confirmation_required
 */
export function requireOwnProof(
  { who, confirmation }: Pick<Call, 'who' | 'confirmation'>,
  { current_password }: OwnProof,
): User {
  const user = requireUser(who)
  if (current_password !== undefined || (user.password_hash === null && confirmation === 'session')) return user
  if (user.password_hash === null && confirmation === 'missing') throw new TrackerError('confirmation_required')
  throw new TrackerError('param_required', { field: 'current_password' })
}

/**
 * As requireOwnProof where a password is all that is proven: the token of a session that has only begun may be stolen.
 * @throws as requireOwnProof
 */
export async function requireOwnProofAlone(tx: Reader, call: OwnCall, proof: OwnProof): Promise<void> {
  const user = requireOwnProof(call, proof)
  if (proof.current_password === undefined && !(await isConfirmedAnew(tx, call, user)))
    throw new TrackerError('confirmation_required')
}

/**
 * Proves the password, if there is one, and the second factor, if there is one. If that is only passkeys, the proof is
 * a confirmed session, because recovery codes are for users who have lost them. A session that has only begun proves
 * neither on its own: its token may be stolen.
 * @throws confirmation_required; as proveLogin, proveOneTimePassword
 */
export async function proveOwner(
  preparation: Preparation,
  call: OwnCall,
  { current_password: password, otp }: OwnProof,
): Promise<ProvenLogin> {
  const user = requireUser(call.who)
  const { factor, isConfirmed } = await preparation.store.read(async (tx) => ({
    factor: await findSecondFactor(tx, user.id),
    isConfirmed: await isConfirmedAnew(tx, call, user),
  }))
  const isLeftOut = factor !== undefined && isOfPasskeys(factor) && otp === undefined
  const needsSession = isLeftOut || (password === undefined && factor === undefined)
  const isBegunEnough = password !== undefined && !isConfirmationOff(call.catalogue)
  const isProven = call.confirmation === 'session' && (isBegunEnough || isConfirmed)
  const isBySession = call.confirmation === 'session' || call.confirmation === 'missing'
  if (needsSession && isBySession && !isProven) throw new TrackerError('confirmation_required')
  const isSecondProven = isLeftOut && isProven
  const hasSecondFactor = factor !== undefined
  if (password === undefined) {
    if (factor && !isSecondProven) await proveOneTimePassword(preparation, user, otp)
    return { id: user.id, password_hash: null, hasSecondFactor }
  }
  const proven = await proveByPassword(preparation, user, { password, otp, isSecondProven })
  return isSecondProven ? { ...proven, hasSecondFactor } : proven
}
