// Wrong proofs: counted, recorded in the audit log, and reported to the maintainer when they lock an account.
import type { Preparation } from '../call/define/operation.js'
import { answerTime } from '../call/define/operation.js'
import { writeFactsNow } from '../call/mail-outbox.js'
import { retrying } from '../call/retry.js'
import { TrackerError } from '../kernel/errors.js'
import type { Reader, Writer } from '../schema/index.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import { parameterValues } from '../setup/parameters.js'
import { isLastChance, lockMinutes, noteFailure, type LoginAttempts } from './login-attempts.js'
import { logSignIn, type SignInEvent } from './sign-in-log.js'

export interface Failure {
  readonly event: SignInEvent
  readonly userId: number
  readonly login: string
}

interface Refused {
  /** The account with this login. */
  readonly userId: number | undefined
  readonly login: string
  /** Finds the account that a directory means by the login, if it is another one. */
  readonly findUser?: false | ((tx: Reader) => Promise<number | undefined>)
}

/** Counts a wrong password for a login, which an account may have. @throws invalid_login_or_password */
export async function refusePassword(
  { store, environment, afterwards }: Preparation,
  { userId, login, findUser = false }: Refused,
  attempts: LoginAttempts,
  now: Date,
): Promise<never> {
  await retrying(environment, () => writeToKnownSchema(store, (tx) => noteFailure(tx, attempts, now)))
  // Later, because it is done for accounts that there are, and must not show in the time of the answer.
  const record = async (tx: Writer) => {
    const id = (findUser ? await findUser(tx) : undefined) ?? userId
    if (id !== undefined) await recordFailure(tx, { event: 'login_failed', userId: id, login }, attempts, now)
  }
  if (userId !== undefined || findUser) afterwards(() => writeToKnownSchema(store, record), answerTime)
  throw new TrackerError('invalid_login_or_password')
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
  const { maintainer: to } = parameterValues(await tx.select({ from: 'parameters' }))
  if (to === '') return
  const details = { what: 'account_locked', login, address, minutes: lockMinutes } as const
  await writeFactsNow(tx, now, [{ to: { address: to }, details }])
}
