// The second factor of an account: its stored data, and verification of one-time passwords.
import { addMinutes } from 'date-fns/addMinutes'
import type { Environment } from '../kernel/environment.js'
import type { Reader, Row, Where, Writer } from '../schema/index.js'
import { hashSecret } from './secrets.js'
import { base32, isOfAuthenticator, stepAfterAll, stepOf, typedOtp } from './totp.js'

/** How many recovery codes there are at a time. */
const recoveryCodeCount = 10
/** Eighty bits cannot be guessed, so a plain hash is enough. */
const recoveryCodeBytes = 10

/**
 * After this many wrong one-time passwords in a row, those of the authenticator are not checked for a while; each
 * further row doubles the pause.
 */
const failuresInARow = 5
const firstPause = 30
const longestPause = 24 * 60

/** In force. */
function confirmedOf(userId: number): Where<'second_factors'> {
  return {
    and: [{ col: 'user_id', eq: userId }, { not: { col: 'confirmed_time', eq: null } }],
  }
}

/** It has no authenticator app. Anyone could compute the codes of its empty secret. */
export function isOfPasskeys({ secret }: Pick<Row<'second_factors'>, 'secret'>): boolean {
  return secret === ''
}

export async function hasPasskey(tx: Reader, userId: number): Promise<boolean> {
  return (await tx.count('passkeys', { col: 'user_id', eq: userId })) > 0
}

/** The second factors of those of these users who have one, by user. */
export async function findSecondFactors(
  tx: Reader,
  userIds: readonly number[],
): Promise<Map<number, Pick<Row<'second_factors'>, 'secret'>>> {
  if (userIds.length === 0) return new Map()
  const confirmed = { not: { col: 'confirmed_time', eq: null } } as const
  const where = { and: [{ col: 'user_id', in: [...userIds] } as const, confirmed] }
  const rows = await tx.select({ from: 'second_factors', where, columns: ['user_id', 'secret'] })
  return new Map(rows.map(({ user_id, secret }) => [user_id, { secret }]))
}

/** Returns the second factor of a user, if they have one. */
export async function findSecondFactor(tx: Reader, userId: number): Promise<Row<'second_factors'> | undefined> {
  const [row] = await tx.select({ from: 'second_factors', where: confirmedOf(userId) })
  return row
}

/**
 * Result of a one-time password. `used`: right, but of the period used last. `until`: one-time passwords of the
 * authenticator are not checked before this time.
 */
export type Taken = 'authenticator' | 'recovery code' | 'used' | 'wrong' | { readonly until: Date }

/** Uses up a one-time password of the authenticator or a recovery code. If two calls race, only one succeeds. */
export async function takeOneTimePassword(tx: Writer, userId: number, otp: string, now: Date): Promise<Taken> {
  const typed = typedOtp(otp)
  const factor = await findSecondFactor(tx, userId)
  if (!factor || (isOfPasskeys(factor) && isOfAuthenticator(typed))) return 'wrong'
  return isOfAuthenticator(typed) ? takeOfAuthenticator(tx, factor, typed, now) : takeRecoveryCode(tx, userId, typed)
}

async function takeOfAuthenticator(
  tx: Writer,
  factor: Row<'second_factors'>,
  typed: string,
  now: Date,
): Promise<Taken> {
  const until = pausedUntil(factor, now)
  if (until) return { until }
  const step = stepOf(factor.secret, typed, now)
  if (step !== undefined) {
    if (await takeStep(tx, factor.user_id, step, now)) return 'authenticator'
    // A form sent twice is no guess. Read again, because another process may have used the password since.
    if ((await findSecondFactor(tx, factor.user_id))?.last_step === step) return 'used'
  }
  const failed = { failures: factor.failures + 1, last_failure: now }
  await tx.update('second_factors', confirmedOf(factor.user_id), failed)
  return 'wrong'
}

/**
 * Returns true if the period was unused, and marks it as used. A period far in the future, recorded by a wrong clock,
 * is ignored: otherwise it would lock out the user until then.
 */
async function takeStep(tx: Writer, userId: number, step: number, now: Date): Promise<boolean> {
  const isUnused: Where<'second_factors'> = {
    or: [
      { col: 'last_step', lt: step },
      { col: 'last_step', gte: stepAfterAll(now) },
    ],
  }
  const right = { last_step: step, failures: 0, last_failure: null }
  return (await tx.update('second_factors', { and: [confirmedOf(userId), isUnused] }, right)) === 1
}

async function takeRecoveryCode(tx: Writer, userId: number, typed: string): Promise<Taken> {
  const code = { and: [{ col: 'user_id', eq: userId } as const, { col: 'code_hash', eq: hashSecret(typed) } as const] }
  if ((await tx.delete('recovery_codes', code)) === 0) return 'wrong'
  await tx.update('second_factors', confirmedOf(userId), { failures: 0, last_failure: null })
  return 'recovery code'
}

/**
 * The end of a pause in which one-time passwords are not checked: only callers with the password get this far, and have
 * five tries a day in the long run. Unlike the lock after wrong passwords, a new password does not end it.
 */
function pausedUntil({ failures, last_failure }: Row<'second_factors'>, now: Date): Date | undefined {
  if (failures === 0 || failures % failuresInARow !== 0 || last_failure === null) return undefined
  const minutes = Math.min(longestPause, firstPause * 2 ** (failures / failuresInARow - 1))
  const until = addMinutes(last_failure, minutes)
  // A time in the future, recorded by a wrong clock, is ignored.
  const isNoted = last_failure <= addMinutes(now, firstPause)
  return isNoted && until > now ? until : undefined
}

/** Makes recovery codes in the place of those that there are. The answer is the one place that has them. */
export async function makeRecoveryCodes(tx: Writer, environment: Environment, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => base32(environment.random(recoveryCodeBytes)))
  await tx.delete('recovery_codes', { col: 'user_id', eq: userId })
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashSecret(code) }))
  await tx.insert('recovery_codes', rows)
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

/** Removes the second factor, or an incomplete setup of one. */
export async function forgetSecondFactor(tx: Writer, userId: number): Promise<void> {
  await tx.delete('second_factors', { col: 'user_id', eq: userId })
  await tx.delete('recovery_codes', { col: 'user_id', eq: userId })
}
