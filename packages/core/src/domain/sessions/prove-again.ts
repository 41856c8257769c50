// A logged-in person proves again who they are: by the password, or, for accounts without one, by what else they have.
import { proveLogin, type ProvenLogin } from '../../auth/password-login.js'
import { findSecondFactor } from '../../auth/second-factor.js'
import { proveConfirmationCode, proveOneTimePassword } from '../../auth/second-proof.js'
import { typedOtp } from '../../auth/totp.js'
import { requireUser, type Call, type User } from '../../call/context.js'
import type { Preparation } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'
import { identitiesOf } from '../logins/identities.js'
import type { Reader } from '../../schema/index.js'

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

/** By the login that the directory has for a user without a password here. @throws as proveLogin */
async function proveByPassword(
  preparation: Preparation,
  user: User,
  given: { readonly password: string; readonly otp: string | undefined },
): Promise<ProvenLogin> {
  const { store, logins } = preparation
  if (user.password_hash !== null) return proveLogin(preparation, { login: user.login, ...given })
  const own = await store.read((tx) => identitiesOf(tx, user.id))
  const { shown_as } = own.find(({ issuer }) => issuer === logins.passwords?.provider.issuer) ?? {}
  return proveLogin(preparation, { login: shown_as ?? user.login, ...given })
}

/** @throws invalid_login_or_password, second_factor_required where password or second factor were changed since the proof */
export async function requireStillProven(tx: Reader, { id }: User, proven: ProvenLogin): Promise<void> {
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: id }, columns: ['password_hash'] })
  if (user?.password_hash !== proven.password_hash || proven.id !== id)
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

/** Proof of the owner of an account, before its own credentials change. */
interface OwnProof {
  readonly current_password?: string | undefined
  readonly otp?: string | undefined
}

/**
 * Checks before any work that the proof is there: accounts without a password need a confirmed session in its place.
 * @throws login_required, param_required, confirmation_required
 */
export function requireOwnProof({ who, confirmation }: Call, { current_password }: OwnProof): User {
  const user = requireUser(who)
  if (current_password !== undefined || (user.password_hash === null && confirmation === 'session')) return user
  if (user.password_hash === null && confirmation === 'missing') throw new TrackerError('confirmation_required')
  throw new TrackerError('param_required', { field: 'current_password' })
}

/** Proves the password, if there is one, and the second factor, if there is one. @throws as proveLogin, proveOneTimePassword */
export async function proveOwner(preparation: Preparation, user: User, proof: OwnProof): Promise<ProvenLogin> {
  const { current_password: password, otp } = proof
  if (password !== undefined) return proveByPassword(preparation, user, { password, otp })
  const factor = await preparation.store.read((tx) => findSecondFactor(tx, user.id))
  if (factor) await proveOneTimePassword(preparation, user, otp)
  return { id: user.id, password_hash: null, hasSecondFactor: factor !== undefined }
}
