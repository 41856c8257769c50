// Proofs beside or without a password. Wrong ones lock these proofs, as wrong passwords lock the password.
import type { User } from '../call/context.js'
import { retrying } from '../call/retry.js'
import type { Preparation } from '../call/define/operation.js'
import { isTrackerError } from '../kernel/errors.js'
import type { Writer } from '../schema/index.js'
import { requireKnownSchema, writeToKnownSchema } from '../schema/known-migrations.js'
import { fold } from '../store/index.js'
import { forgetCodesOf, takeCode } from './account-codes.js'
import { isLastChance, noteRight, readAttempts, requireUnlocked, type LoginAttempts } from './login-attempts.js'
import { noteWrong } from './login-failure.js'
import { groupOf } from './password-login.js'
import { proveSecondFactor } from './prove-second-factor.js'
import { passwordWork } from './secrets.js'

type Account = Pick<User, 'id' | 'login'>

/**
 * Proves a one-time password without a password.
 * @throws second_factor_required, second_factor_wrong, account_locked, too_many_attempts, too_busy
 */
export function proveOneTimePassword(
  preparation: Preparation,
  { id, login }: Account,
  otp: string | undefined,
): Promise<void> {
  return inTurn(preparation, login, (attempts, now) =>
    proveSecondFactor(preparation, { id, login: fold(login), otp }, attempts, now),
  )
}

/**
 * Proves that the code was read that `sessions.requestCode` has sent to the account.
 * @throws account_code_not_valid, account_locked, too_many_attempts, too_busy
 */
export function proveConfirmationCode(preparation: Preparation, account: Account, code: string): Promise<void> {
  const { store, environment } = preparation
  return inTurn(preparation, account.login, async (attempts, now) => {
    const take = (tx: Writer) => takeCode(tx, ['confirmation'], code, now, account.id)
    try {
      await retrying(environment, () => writeToKnownSchema(store, take))
    } catch (error) {
      if (!isTrackerError(error, 'account_code_not_valid')) throw error
      const failure = { event: 'login_failed', userId: account.id, login: fold(account.login) } as const
      await retrying(environment, () =>
        writeToKnownSchema(store, async (tx) => {
          if (isLastChance(attempts)) await forgetCodesOf(tx, account.id, 'confirmation')
          await noteWrong(tx, failure, attempts, now)
        }),
      )
      throw error
    }
  })
}

/**
 * Attempts on one account wait for each other, so that all are counted. Wrong passwords are counted apart: strangers can
 * send those, and would lock out a user who has just logged in at a provider.
 */
function inTurn(
  preparation: Preparation,
  login: string,
  prove: (attempts: LoginAttempts, now: Date) => Promise<void>,
): Promise<void> {
  const { store, environment, address } = preparation
  const folded = fold(login)
  const attempt = async () => {
    const now = environment.clock()
    const attempts = await retrying(environment, () =>
      store.read(async (tx) => {
        await requireKnownSchema(tx)
        return readAttempts(tx, folded, address, now, 'second proof')
      }),
    )
    requireUnlocked(attempts)
    await prove(attempts, now)
    await noteRight(preparation, attempts, now)
  }
  return passwordWork.run(attempt, { key: `\0${folded}`, group: groupOf(address), isPreferred: true })
}
