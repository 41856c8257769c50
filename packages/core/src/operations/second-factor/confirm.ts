import { subMinutes } from 'date-fns/subMinutes'
import { z } from 'zod'
import { makeRecoveryCodes } from '../../auth/second-factor.js'
import { stepOf, typedOtp } from '../../auth/totp.js'
import { requireUser } from '../../call/context.js'
import { word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { notifyOfSecondFactor } from '../../domain/second-factor/change.js'
import { recoveryCodesView } from '../../domain/second-factor/view.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Where } from '../../schema/index.js'

const minutes = 30

export const confirmSecondFactor = defineWrite({
  name: 'secondFactor.confirm',
  summary: 'Turn two-factor authentication on',
  description:
    'Confirms with a first one-time password that the authenticator app has the secret of `secondFactor.begin`. ' +
    'From then on logins require one, and all other sessions of the caller have ended. API keys stay. The ' +
    'recovery codes replace a lost authenticator app; no other response contains them. The caller is notified by ' +
    'email.\n\n' +
    'Fails with `second_factor_absent` if no setup was started within 30 minutes; `second_factor_wrong` for a ' +
    'wrong one-time password; `second_factor_exists` if it is already set up.',
  errors: ['login_required', 'second_factor_absent', 'second_factor_wrong', 'second_factor_exists'],
  examples: [
    {
      title: 'With what the authenticator shows',
      code: "const { recovery_codes } = await alice.secondFactor.confirm({ otp: '287082' })",
    },
  ],
  isSecret: true,
  access: 'required',
  isBeforeSecondFactor: true,
  scope: 'admin',
  input: z.strictObject({ otp: word.meta({ description: 'The six digits that the authenticator shows.' }) }),
  output: recoveryCodesView,
  async run(tx, { otp }, call) {
    const { id } = requireUser(call.who)
    const [begun] = await tx.select({ from: 'second_factors', where: { col: 'user_id', eq: id } })
    if (begun?.confirmed_time) throw new TrackerError('second_factor_exists')
    if (!begun || begun.creation_time <= subMinutes(call.now, minutes))
      throw new TrackerError('second_factor_absent', { reason: 'not begun' })
    const last_step = stepOf(begun.secret, typedOtp(otp), call.now)
    if (last_step === undefined) throw new TrackerError('second_factor_wrong')
    await tx.update('second_factors', { col: 'user_id', eq: id }, { confirmed_time: call.now, last_step })
    const others: Where<'tokens'> = { not: { col: 'id', in: call.sessionIds ?? [] } }
    await tx.delete('tokens', { and: [{ col: 'user_id', eq: id }, others] })
    await notifyOfSecondFactor(tx, call, id, true)
    return { recovery_codes: await makeRecoveryCodes(tx, call.environment, id) }
  },
})
