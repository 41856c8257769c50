import { z } from 'zod'
import { proveLogin } from '../../auth/password-login.js'
import { forgetSecondFactor } from '../../auth/second-factor.js'
import { requireUser } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireProven, requireSecondFactor, notifyOfSecondFactor } from '../../domain/second-factor/change.js'
import { currentPassword, oneTimePassword } from '../../domain/second-factor/inputs.js'

export const removeSecondFactor = defineWrite({
  name: 'secondFactor.remove',
  summary: 'Turn two-factor authentication off',
  description:
    'Logins require only the password from then on, and the recovery codes become invalid. Remove it also to ' +
    'switch to another authenticator app. Users for whom it is required must set it up again immediately. The ' +
    'caller is notified by email.\n\n' +
    'Fails as logging in does for a wrong password or one-time password; `second_factor_absent` if it is not set ' +
    'up.',
  errors: ['login_required', 'second_factor_absent'],
  examples: [
    {
      title: 'Before another telephone becomes the authenticator',
      code: "await alice.secondFactor.remove({ current_password: password, otp: 'K5QX-TANB-2E7L-YV3M' })",
    },
  ],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({ current_password: currentPassword, otp: oneTimePassword }),
  output: z.object({}),
  // Wrong passwords are counted, whatever becomes of a transaction.
  isApart: () => true,
  mayPrepare: (tx, _input, { who }) => requireSecondFactor(tx, who),
  prepare: ({ current_password, otp }, preparation, { who }) =>
    proveLogin(preparation, { login: requireUser(who).login, password: current_password, otp }),
  async run(tx, _input, call, proven) {
    const user = await requireSecondFactor(tx, call.who)
    await requireProven(tx, user, proven)
    await forgetSecondFactor(tx, user.id)
    await notifyOfSecondFactor(tx, call, user.id, false)
    return {}
  },
})
