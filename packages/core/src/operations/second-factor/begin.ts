import { z } from 'zod'
import { provePassword } from '../../auth/password-login.js'
import { forgetSecondFactor } from '../../auth/second-factor.js'
import { newTotpSecret, totpAddress } from '../../auth/totp.js'
import { requireUser } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireNoSecondFactor } from '../../domain/second-factor/change.js'
import { currentPassword } from '../../domain/second-factor/inputs.js'

export const beginSecondFactor = defineWrite({
  name: 'secondFactor.begin',
  summary: 'Begin to set up two-factor authentication',
  description:
    'Creates a secret for an authenticator app, which generates a six-digit one-time password from it every 30 ' +
    'seconds. Logins do not require one until `secondFactor.confirm` has received one, within 30 minutes. Another ' +
    'call creates another secret. No other response contains it.\n\n' +
    'Fails with `invalid_login_or_password` and `account_locked` for a wrong password; `second_factor_exists` if ' +
    'it is already set up.',
  errors: ['login_required', 'invalid_login_or_password', 'account_locked', 'second_factor_exists'],
  examples: [
    {
      title: 'Secret for an authenticator app',
      code: 'const { secret, otpauth_url } = await alice.secondFactor.begin({ current_password: password })',
    },
  ],
  isSecret: true,
  access: 'required',
  isBeforeSecondFactor: true,
  scope: 'admin',
  input: z.strictObject({ current_password: currentPassword }),
  output: z.object({
    secret: z.string().meta({ description: 'The secret in base 32, to be typed into an authenticator.' }),
    otpauth_url: z.string().meta({ description: 'The same as a URL, to be shown as a QR code.' }),
  }),
  // Wrong passwords are counted, whatever becomes of a transaction.
  isApart: () => true,
  mayPrepare: (tx, _input, { who }) => requireNoSecondFactor(tx, who),
  prepare: ({ current_password }, preparation, { who }) =>
    provePassword(preparation, requireUser(who).login, current_password),
  async run(tx, _input, { who, catalogue, environment, now }) {
    const { id, login } = await requireNoSecondFactor(tx, who)
    await forgetSecondFactor(tx, id)
    const secret = newTotpSecret(environment)
    const row = { user_id: id, secret, creation_time: now, confirmed_time: null }
    await tx.insert('second_factors', [{ ...row, last_step: 0, failures: 0, last_failure: null }])
    const { urlbase } = catalogue.parameters
    const issuer = urlbase === '' ? 'TrackerKit' : new URL(urlbase).host
    return { secret, otpauth_url: totpAddress({ secret, issuer, login }) }
  },
})
