import * as z from 'zod'
import { forgetTwoFactors } from '../../auth/links.js'
import { forgetSecondFactor } from '../../auth/second-factor.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireProven, requireSecondFactor, notifyOfSecondFactor } from '../../domain/second-factor/change.js'
import { currentPassword, oneTimePassword } from '../../domain/second-factor/inputs.js'
import { proveOwner, requireOwnProof } from '../../domain/sessions/prove-again.js'

export const removeSecondFactor = defineWrite({
  name: 'secondFactor.remove',
  summary: 'Turn two-factor authentication off',
  description:
    'Logins require only the password from then on, and the recovery codes become invalid. Users for whom it is ' +
    'required must set it up again immediately. To switch to another authenticator app, use `secondFactor.begin`. ' +
    'The caller is notified by email.\n\n' +
    'Fails as logging in does for a wrong password or one-time password; `second_factor_absent` if it is not set ' +
    'up.',
  errors: ['login_required', 'second_factor_absent'],
  examples: [
    {
      title: 'Turn it off',
      code: "await alice.secondFactor.remove({ current_password: password, otp: 'K5QX-TANB-2E7L-YV3M' })",
    },
  ],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({ current_password: currentPassword, otp: oneTimePassword.optional() }),
  output: z.object({}),
  // Wrong passwords are counted, whatever becomes of a transaction.
  isApart: () => true,
  async mayPrepare(tx, input, call) {
    await requireSecondFactor(tx, call.who)
    requireOwnProof(call, input)
  },
  prepare: (input, preparation, call) => proveOwner(preparation, call, input),
  async run(tx, input, call, proven) {
    const { user, factor } = await requireSecondFactor(tx, call.who)
    requireOwnProof(call, input)
    await requireProven(tx, user, proven)
    await forgetSecondFactor(tx, user.id)
    await forgetTwoFactors(tx, user.id)
    await notifyOfSecondFactor(tx, call, user.id, { before: factor, isOn: false })
    return {}
  },
})
