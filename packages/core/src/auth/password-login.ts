// A login name and a password become a user.
import type { User } from '../call/context.js'
import { TrackerError } from '../kernel/errors.js'
import { keepsMail, writeFacts } from '../call/mail-outbox.js'
import { answerTime, type Preparation } from '../define/operation.js'
import { parameterValues } from '../setup/parameters.js'
import { retrying } from '../call/retry.js'
import type { Writer } from '../schema/index.js'
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
import { logSignIn } from './sign-in-log.js'
import { isPassword, passwordWork } from './secrets.js'

/** Whose password was proven, and which password it was. */
export type ProvenUser = Pick<User, 'id' | 'password_hash'>

/**
 * Proves a password and returns its user. A login name that nobody has takes the same work, counts the same, and is locked the
 * same as one with a wrong password, so that neither answers nor time tell them apart.
 *
 * Attempts on one name wait for each other, so that many at once are counted like one after another. Several processes on one
 * store count together, but each may have one attempt under way when the lock falls.
 * @throws invalid_login_or_password, account_locked, account_disabled, too_busy
 */
export async function provePassword(preparation: Preparation, login: string, password: string): Promise<ProvenUser> {
  const folded = fold(login.trim())
  return passwordWork.run(() => attempt(preparation, folded, password), folded)
}

async function attempt(preparation: Preparation, login: string, password: string): Promise<ProvenUser> {
  const { store, environment, address } = preparation
  const now = environment.clock()
  const { user, attempts } = await retrying(environment, () =>
    store.read(async (tx) => {
      await requireKnownSchema(tx)
      const [found] = await tx.select({
        from: 'users',
        where: { col: 'login_folded', eq: login },
        columns: ['id', 'password_hash', 'login_denied_text'],
      })
      return { user: found, attempts: await readAttempts(tx, login, address, now) }
    }),
  )
  requireUnlocked(attempts)
  const isRight = await isPassword(password, user?.password_hash ?? null)
  const note = (work: (tx: Writer) => Promise<void>) => retrying(environment, () => writeToKnownSchema(store, work))
  if (!user || !isRight) {
    await note((tx) => noteFailure(tx, attempts, now))
    // Later, because it is done for accounts that there are, and must not show in the time of the answer.
    if (user) {
      const tell = () => writeToKnownSchema(store, (tx) => tellOfFailure(tx, user.id, login, attempts, now))
      preparation.afterwards(tell, answerTime)
    }
    throw new TrackerError('invalid_login_or_password')
  }
  if (isWorthNoting(attempts, now)) await note((tx) => noteSuccess(tx, attempts, now))
  if (user.login_denied_text !== '') throw new TrackerError('account_disabled', { reason: user.login_denied_text })
  return user
}

/** The audit log has it, and of a lock whoever maintains the tracker gets a mail. */
async function tellOfFailure(
  tx: Writer,
  userId: number,
  login: string,
  attempts: LoginAttempts,
  now: Date,
): Promise<void> {
  const isLocked = isLastChance(attempts)
  const { address } = attempts
  await logSignIn(tx, { event: isLocked ? 'locked' : 'login_failed', userId, by: null, address }, now)
  if (isLocked) await tellOfLock(tx, login, address, now)
}

async function tellOfLock(tx: Writer, login: string, address: string, now: Date): Promise<void> {
  const [installation] = await tx.select({ from: 'installation' })
  const parameters = parameterValues(await tx.select({ from: 'parameters' }))
  const to = parameters.maintainer
  if (!installation || to === '' || !keepsMail(installation, { parameters }, now)) return
  const details = { what: 'account_locked', login, address, minutes: lockMinutes } as const
  await writeFacts(tx, now, [{ to: { address: to }, details }])
}
