// A login, a password and, where there is a second factor, a one-time password become a user.
import type { Preparation } from '../call/define/operation.js'
import type { ProviderPerson } from '../call/login-provider.js'
import { retrying } from '../call/retry.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import type { Reader } from '../schema/index.js'
import { requireKnownSchema, writeToKnownSchema } from '../schema/known-migrations.js'
import { bumpIdentityVersion } from '../setup/catalogue.js'
import { fold } from '../store/index.js'
import { addressNetwork } from './address-block.js'
import {
  attemptAtDirectory,
  directoryWork,
  isMember,
  isOfDirectory,
  type LoginGiven,
  type ProvenStranger,
  type ProvenUser,
} from './directory-login.js'
import { createKnownLogins } from './known-logins.js'
import { legacyPassword } from './legacy-password.js'
import { noteRight, readAttempts, requireUnlocked } from './login-attempts.js'
import { refusePassword } from './login-failure.js'
import { proveSecondFactor } from './prove-second-factor.js'
import { refuseDisabled } from './refuse-disabled.js'
import { hashPasswordInTurn, isPassword, passwordWork } from './secrets.js'
import { logSignIn } from './sign-in-log.js'
import type { WorkQueue } from './work-queue.js'

/** A user who has completed all steps of logging in. */
export interface ProvenLogin extends ProvenUser {
  /** False: there was no second factor. */
  readonly hasSecondFactor: boolean
  /** The person in the directory, if it has checked the password. */
  readonly person?: ProviderPerson | undefined
}

/**
 * Proves all credentials that a login requires. Only callers with the right password learn that there is a second
 * factor. A wrong one-time password counts like a wrong password; the right password without a one-time password does
 * not clear failures. A user known only to a directory is rejected.
 *
 * An unknown login takes the same work, counts the same, and is locked the same as one with a wrong password, so neither
 * responses nor timing distinguish them.
 *
 * Attempts on one login run one after another, so parallel attempts are all counted. Several processes on one store
 * count together, but each may have one attempt in progress when the lock takes effect.
 * @throws as proveFirstLogin, and login_refused
 */
export async function proveLogin(preparation: Preparation, given: LoginGiven): Promise<ProvenLogin> {
  const proven = await proveFirstLogin(preparation, given)
  const { passwords } = preparation.logins
  if (proven.person && passwords && !isMember(passwords, proven.person))
    throw new TrackerError('login_refused', { reason: 'not_allowed' })
  if (proven.id === undefined) throw new TrackerError('login_refused', { reason: 'no_account' })
  return proven
}

/**
 * The same for a login that may create an account: the directory checks passwords of accounts that have none here, and of
 * logins that no account has. The caller checks `requireGroup`.
 * @throws invalid_login_or_password, account_locked, account_disabled, too_many_attempts, too_busy, second_factor_required,
 *   second_factor_wrong, login_provider_unavailable
 */
export async function proveFirstLogin(
  preparation: Preparation,
  given: LoginGiven,
): Promise<ProvenLogin | ProvenStranger> {
  const { login, subject, password, otp, isSecondProven = false } = given
  const { passwords } = preparation.logins
  if (!passwords || (subject === undefined && !(await isOfDirectory(preparation, fold(login.trim())))))
    return inTurn(passwordWork, preparation, given, (folded) =>
      attempt(preparation, folded, { password, otp, asksForSecond: !isSecondProven }),
    )
  return inTurn(directoryWork, preparation, given, () => attemptAtDirectory(preparation, passwords, given))
}

/** For the whole process, like the line that they wait in. */
const knownLogins = createKnownLogins()

interface Given {
  readonly password: string
  readonly otp?: string | undefined
  readonly asksForSecond: boolean
}

async function inTurn<T>(
  queue: WorkQueue,
  { address }: Preparation,
  { login, password }: LoginGiven,
  work: (folded: string) => Promise<T>,
): Promise<T> {
  const folded = fold(login.trim())
  const known = knownLogins.find(folded, password)
  const turn = { key: folded, group: groupOf(address), isPreferred: known.wasRight }
  try {
    const proven = await queue.run(() => work(folded), turn)
    known.note()
    return proven
  } catch (error) {
    if (isTrackerError(error, 'invalid_login_or_password')) known.forget()
    throw error
  }
}

/** Groups callers who share places in the queue. Callers in the same process have no address. */
export function groupOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : addressNetwork(address)
}

async function attempt(preparation: Preparation, login: string, given: Given): Promise<ProvenLogin> {
  const { store, environment, address } = preparation
  const now = environment.clock()
  const { user, attempts, hasSecondFactor } = await retrying(environment, () =>
    store.read(
      async (tx) => {
        await requireKnownSchema(tx)
        const [found] = await tx.select({
          from: 'users',
          where: { col: 'login_folded', eq: login },
          columns: ['id', 'password_hash', 'login_denied_text'],
        })
        const counted = await readAttempts(tx, login, address, now)
        return {
          user: found,
          attempts: counted,
          hasSecondFactor: given.asksForSecond && (await isTwofoldLogin(tx, login)),
        }
      },
      { ours: true },
    ),
  )
  requireUnlocked(attempts)
  const isRight = await isPassword(given.password, user?.password_hash ?? null)
  if (!user || !isRight) return refusePassword(preparation, { userId: user?.id, login }, attempts, now)
  if (hasSecondFactor) await proveSecondFactor(preparation, { id: user.id, login, otp: given.otp }, attempts, now)
  await noteRight(preparation, attempts, now)
  refuseDisabled(user)
  if (!legacyPassword(user.password_hash)) return { ...user, hasSecondFactor }
  return { id: user.id, password_hash: await upgradePassword(preparation, user, given.password), hasSecondFactor }
}

/**
 * Replaces the hash of another tracker. Returns the stored hash, which a concurrent login may have replaced.
 * @throws invalid_login_or_password if the password was changed after it was read
 */
async function upgradePassword(
  { store, environment, address }: Preparation,
  { id, password_hash: before }: ProvenUser,
  password: string,
): Promise<string> {
  const password_hash = await hashPasswordInTurn(environment, password)
  const stored = await retrying(environment, () =>
    writeToKnownSchema(store, async (tx) => {
      const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: id }, columns: ['password_hash'] })
      if (user?.password_hash !== before) return user?.password_hash ?? null
      await tx.update('users', { col: 'id', eq: id }, { password_hash })
      await bumpIdentityVersion(tx)
      await logSignIn(tx, { event: 'password_upgraded', userId: id, by: id, address }, environment.clock())
      return password_hash
    }),
  )
  if (stored !== null && (stored === password_hash || (await isPassword(password, stored)))) return stored
  throw new TrackerError('invalid_login_or_password')
}

/**
 * Returns true if the user with this login has a second factor. The query is by login, because it must be the same
 * for unknown logins.
 */
async function isTwofoldLogin(tx: Reader, login: string): Promise<boolean> {
  const ofLogin = { some: 'user', where: { col: 'login_folded', eq: login } } as const
  const where = { and: [ofLogin, { not: { col: 'confirmed_time', eq: null } } as const] }
  return (await tx.count('second_factors', where)) > 0
}
