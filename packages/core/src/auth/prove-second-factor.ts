// Verifies the one-time password of a user with the right password.
import type { Preparation } from '../call/define/operation.js'
import { retrying } from '../call/retry.js'
import { TrackerError } from '../kernel/errors.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import type { LoginAttempts } from './login-attempts.js'
import { noteWrong } from './login-failure.js'
import { takeOneTimePassword } from './second-factor.js'
import { logSignIn } from './sign-in-log.js'

interface SecondProof {
  readonly id: number
  readonly login: string
  readonly otp: string | undefined
}

/**
 * Accepts the one-time password of a user with the right password, or counts it as wrong. One that was just used is
 * rejected without being counted.
 */
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
