import * as z from 'zod'
import { makeRecoveryCodes } from '../../auth/second-factor.js'
import { defineWrite } from '../../call/define/operation.js'
import { audit } from '../../domain/audit/write.js'
import { requireProven, requireSecondFactor } from '../../domain/second-factor/change.js'
import { currentPassword, oneTimePassword } from '../../domain/second-factor/inputs.js'
import { proveOwner, requireOwnProof } from '../../domain/sessions/prove-again.js'
import { recoveryCodesView } from '../../domain/second-factor/view.js'

export const renewRecoveryCodes = defineWrite({
  name: 'secondFactor.renewRecoveryCodes',
  summary: 'Get new recovery codes',
  description:
    'Generates ten recovery codes, which replace the previous ones.\n\n' +
    'Fails as logging in does for a wrong password or one-time password; `second_factor_absent` if ' +
    'two-factor authentication is not set up.',
  errors: ['login_required', 'second_factor_absent'],
  examples: [
    {
      title: 'Generate new codes when few are left',
      code:
        "const proof = { current_password: password, otp: '287082' }\n" +
        'const { recovery_codes } = await alice.secondFactor.renewRecoveryCodes(proof)',
    },
  ],
  isSecret: true,
  access: 'required',
  scope: 'admin',
  input: z.strictObject({ current_password: currentPassword, otp: oneTimePassword.optional() }),
  output: recoveryCodesView,
  // Wrong passwords are counted, whatever becomes of a transaction.
  isApart: () => true,
  async mayPrepare(tx, input, call) {
    await requireSecondFactor(tx, call.who)
    requireOwnProof(call, input)
  },
  prepare: (input, preparation, call) => proveOwner(preparation, call, input),
  async run(tx, input, call, proven) {
    const { user } = await requireSecondFactor(tx, call.who)
    requireOwnProof(call, input)
    await requireProven(tx, user, proven)
    await audit(tx, call, 'users', user.id, [{ field: 'recovery_codes', removed: '', added: '' }])
    return { recovery_codes: await makeRecoveryCodes(tx, call.environment, user.id) }
  },
})
