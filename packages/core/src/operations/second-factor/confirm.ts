import { subMinutes } from 'date-fns/subMinutes'
import * as z from 'zod'
import { endActing, endTokens } from '../../auth/acting.js'
import { makeRecoveryCodes } from '../../auth/second-factor.js'
import { stepOf, typedOtp } from '../../auth/totp.js'
import { requireUser } from '../../call/context.js'
import { word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { notifyOfSecondFactor } from '../../domain/second-factor/change.js'
import { recoveryCodesView } from '../../domain/second-factor/view.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Row, Where } from '../../schema/index.js'

const minutes = 30

export const confirmSecondFactor = defineWrite({
  name: 'secondFactor.confirm',
  summary: 'Turn two-factor authentication on, or complete its move',
  description:
    'Confirms with a first one-time password that the authenticator app has the secret of `secondFactor.begin`. ' +
    'From then on logins require one, and all other sessions of the caller have ended. API keys stay. The ' +
    'recovery codes replace a lost authenticator app; no other response contains them. If two-factor ' +
    'authentication was already set up, the new authenticator app replaces the previous one, and its recovery ' +
    'codes; passkeys stay. The caller is notified by email.\n\n' +
    'Fails with `second_factor_absent` if nothing was started within 30 minutes; `second_factor_wrong` for a ' +
    'wrong one-time password.',
  errors: ['login_required', 'second_factor_absent', 'second_factor_wrong'],
  examples: [
    {
      title: 'With the code from the authenticator app',
      code: "const { recovery_codes } = await alice.secondFactor.confirm({ otp: '287082' })",
    },
  ],
  isSecret: true,
  access: 'required',
  isBeforeSecondFactor: true,
  scope: 'admin',
  input: z.strictObject({ otp: word.meta({ description: 'Six digits from the authenticator app.' }) }),
  output: recoveryCodesView,
  async run(tx, { otp }, call) {
    const { id } = requireUser(call.who)
    const [row] = await tx.select({ from: 'second_factors', where: { col: 'user_id', eq: id } })
    const begun = row && secretBegun(row)
    if (!begun || begun.at <= subMinutes(call.now, minutes))
      throw new TrackerError('second_factor_absent', { reason: 'not begun' })
    const last_step = stepOf(begun.secret, typedOtp(otp), call.now)
    if (last_step === undefined) throw new TrackerError('second_factor_wrong')
    const inForce = { secret: begun.secret, confirmed_time: call.now, next_secret: null, next_time: null }
    const fresh = { last_step, failures: 0, last_failure: null }
    await tx.update('second_factors', { col: 'user_id', eq: id }, { ...inForce, ...fresh })
    const others: Where<'tokens'> = { not: { col: 'id', in: call.sessionIds ?? [] } }
    await endTokens(tx, { and: [{ col: 'user_id', eq: id }, others] }, call.now)
    await endActing(tx, id, call.now)
    await notifyOfSecondFactor(tx, call, id, { before: row.confirmed_time ? row : undefined, isOn: true })
    return { recovery_codes: await makeRecoveryCodes(tx, call.environment, id) }
  },
})

/** The secret that waits for its first one-time password. */
function secretBegun(row: Row<'second_factors'>): { readonly secret: string; readonly at: Date } | undefined {
  if (row.confirmed_time === null) return { secret: row.secret, at: row.creation_time }
  const { next_secret: secret, next_time: at } = row
  return secret === null || at === null ? undefined : { secret, at }
}
