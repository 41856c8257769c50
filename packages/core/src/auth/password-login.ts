// A login name, a password and, where there is a second factor, a one-time password become a user.
import type { User } from '../call/context.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import { keepsMail, writeFacts } from '../call/mail-outbox.js'
import { answerTime, type Preparation } from '../call/define/operation.js'
import { bumpIdentityVersion } from '../setup/catalogue.js'
import { parameterValues } from '../setup/parameters.js'
import { retrying } from '../call/retry.js'
import type { Reader, Writer } from '../schema/index.js'
import { requireKnownSchema, writeToKnownSchema } from '../schema/known-migrations.js'
import { fold } from '../store/index.js'
import {
  isLastChance,
  isWorthNoting,
  lockMinutes,
  noteFailure,
  noteSuccess,
  readAttempts,
  requireUnlocked,
  type LoginAttempts,
} from './login-attempts.js'
import { takeOneTimePassword } from './second-factor.js'
import { logSignIn, type SignInEvent } from './sign-in-log.js'
import { addressNetwork } from './address-block.js'
import { createKnownLogins } from './known-logins.js'
import { legacyPassword } from './legacy-password.js'
import { hashPasswordInTurn, isPassword, passwordWork } from './secrets.js'

/** Whose password was proven, and which password it was. */
export type ProvenUser = Pick<User, 'id' | 'password_hash'>

/** Who has proven all that logging in takes. */
export interface ProvenLogin extends ProvenUser {
  /** False: there was no second factor. */
  readonly hasSecondFactor: boolean
}

/** What somebody logs in with. */
export interface LoginGiven {
  readonly login: string
  readonly password: string
  readonly otp?: string | undefined
}

/**
 * Proves all that logging in takes. Only who has the password is told that there is a second factor; a wrong one-time password
 * counts like a wrong password, and the right password without one does not make up for wrong ones.
 * @throws as provePassword, and second_factor_required, second_factor_wrong
 */
export async function proveLogin(preparation: Preparation, { login, ...given }: LoginGiven): Promise<ProvenLogin> {
  return attemptInTurn(preparation, login, { ...given, asksForSecond: true })
}

/**
 * Proves a password and returns its user. A login name that nobody has takes the same work, counts the same, and is locked the
 * same as one with a wrong password, so that neither answers nor time tell them apart.
 *
 * Attempts on one name wait for each other, so that many at once are counted like one after another. Several processes on one
 * store count together, but each may have one attempt under way when the lock falls.
 * @throws invalid_login_or_password, account_locked, account_disabled, too_many_attempts, too_busy
 */
export async function provePassword(preparation: Preparation, login: string, password: string): Promise<ProvenUser> {
  return attemptInTurn(preparation, login, { password, asksForSecond: false })
}

/** For the whole process, like the line that they wait in. */
const knownLogins = createKnownLogins()

interface Given {
  readonly password: string
  readonly otp?: string | undefined
  readonly asksForSecond: boolean
}

async function attemptInTurn(preparation: Preparation, login: string, given: Given): Promise<ProvenLogin> {
  const { address } = preparation
  const folded = fold(login.trim())
  const known = knownLogins.find(folded, given.password)
  const turn = { key: folded, group: groupOf(address), isPreferred: known.wasRight }
  try {
    const proven = await passwordWork.run(() => attempt(preparation, folded, given), turn)
    known.note()
    return proven
  } catch (error) {
    if (isTrackerError(error, 'invalid_login_or_password')) known.forget()
    throw error
  }
}

/** The callers who share the waiting places. Callers in the same process have no address. */
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
  const note = (work: (tx: Writer) => Promise<void>) => retrying(environment, () => writeToKnownSchema(store, work))
  if (!user || !isRight) {
    await note((tx) => noteFailure(tx, attempts, now))
    // Later, because it is done for accounts that there are, and must not show in the time of the answer.
    if (user) {
      const failure = { event: 'login_failed', userId: user.id, login } as const
      const record = () => writeToKnownSchema(store, (tx) => recordFailure(tx, failure, attempts, now))
      preparation.afterwards(record, answerTime)
    }
    throw new TrackerError('invalid_login_or_password')
  }
  if (hasSecondFactor) await proveSecondFactor(preparation, { id: user.id, login, otp: given.otp }, attempts, now)
  if (isWorthNoting(attempts, now)) await note((tx) => noteSuccess(tx, attempts, now))
  if (user.login_denied_text !== '') throw new TrackerError('account_disabled', { reason: user.login_denied_text })
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

/** Whether whoever has the login name has a second factor. Asked by the name, so that it is the same question for one that nobody has. */
async function isTwofoldLogin(tx: Reader, login: string): Promise<boolean> {
  const ofLogin = { some: 'user', where: { col: 'login_folded', eq: login } } as const
  const where = { and: [ofLogin, { not: { col: 'confirmed_time', eq: null } } as const] }
  return (await tx.count('second_factors', where)) > 0
}

interface SecondProof {
  readonly id: number
  readonly login: string
  readonly otp: string | undefined
}

/** Takes the one-time password of somebody whose password is right, or counts it as a wrong one. One that was just used is refused alone. */
export async function proveSecondFactor(
  { store, environment }: Preparation,
  { id, login, otp }: SecondProof,
  attempts: LoginAttempts,
  now: Date,
): Promise<void> {
  if (otp === undefined) throw new TrackerError('second_factor_required')
  const taken = await retrying(environment, () =>
    writeToKnownSchema(store, async (tx) => {
      const outcome = await takeOneTimePassword(tx, id, otp, now)
      const { address } = attempts
      if (outcome === 'recovery code')
        await logSignIn(tx, { event: 'recovery_code_used', userId: id, by: id, address }, now)
      if (outcome === 'used') await logSignIn(tx, { event: 'second_factor_failed', userId: id, by: null, address }, now)
      if (outcome === 'wrong') await noteWrong(tx, { event: 'second_factor_failed', userId: id, login }, attempts, now)
      return outcome
    }),
  )
  if (taken === 'wrong' || taken === 'used') throw new TrackerError('second_factor_wrong')
  if (typeof taken === 'object') throw new TrackerError('account_locked', taken)
}

interface Failure {
  readonly event: SignInEvent
  readonly userId: number
  readonly login: string
}

/** Counts a wrong proof, and logs it. */
export async function noteWrong(tx: Writer, failure: Failure, attempts: LoginAttempts, now: Date): Promise<void> {
  await noteFailure(tx, attempts, now)
  await recordFailure(tx, failure, attempts, now)
}

/** The audit log has it, and of a lock whoever maintains the tracker gets a mail. */
async function recordFailure(
  tx: Writer,
  { event, userId, login }: Failure,
  attempts: LoginAttempts,
  now: Date,
): Promise<void> {
  const isLocked = isLastChance(attempts)
  const { address } = attempts
  await logSignIn(tx, { event: isLocked ? 'locked' : event, userId, by: null, address }, now)
  if (isLocked) await mailAboutLock(tx, login, address, now)
}

async function mailAboutLock(tx: Writer, login: string, address: string, now: Date): Promise<void> {
  const [installation] = await tx.select({ from: 'installation' })
  const parameters = parameterValues(await tx.select({ from: 'parameters' }))
  const to = parameters.maintainer
  if (!installation || to === '' || !keepsMail(installation, { parameters }, now)) return
  const details = { what: 'account_locked', login, address, minutes: lockMinutes } as const
  await writeFacts(tx, now, [{ to: { address: to }, details }])
}
