import * as z from 'zod'
import { findSecondFactor, forgetSecondFactor } from '../../auth/second-factor.js'
import { newTotpSecret, totpAddress } from '../../auth/totp.js'
import { defineWrite } from '../../call/define/operation.js'
import { currentPassword, oneTimePassword } from '../../domain/second-factor/inputs.js'
import { proveOwner, requireOwnProof, requireStillProven } from '../../domain/sessions/prove-again.js'

export const beginSecondFactor = defineWrite({
  name: 'secondFactor.begin',
  summary: 'Start to set up or move two-factor authentication',
  description:
    'Creates a secret for an authenticator app, which generates a six-digit one-time password from it every 30 ' +
    'seconds. Logins do not require one until `secondFactor.confirm` has received one, within 30 minutes. Another ' +
    'call creates another secret. No other response contains it. If it is already set up, the previous ' +
    'authenticator app stays valid until the new one is confirmed.\n\n' +
    'Fails as logging in does for a wrong password, and, if it is already set up, without a one-time password; ' +
    '`confirmation_required` for an account without a password in a session that is not confirmed.',
  errors: ['login_required'],
  examples: [
    {
      title: 'Get a secret for an authenticator app',
      code: 'const { secret, otpauth_url } = await alice.secondFactor.begin({ current_password: password })',
    },
  ],
  isSecret: true,
  access: 'required',
  isBeforeSecondFactor: true,
  scope: 'admin',
  input: z.strictObject({
    current_password: currentPassword,
    otp: oneTimePassword.optional(),
  }),
  output: z.object({
    secret: z.string().meta({ description: 'Secret in base32, to enter in an authenticator app.' }),
    otpauth_url: z.string().meta({ description: 'Secret as a URL, to show as a QR code.' }),
  }),
  // Wrong passwords are counted, whatever becomes of a transaction.
  isApart: () => true,
  mayPrepare: async (_tx, input, call) => requireOwnProof(call, input),
  prepare: (input, preparation, call) => proveOwner(preparation, call, input),
  async run(tx, input, call, proven) {
    const { catalogue, environment, now } = call
    const user = requireOwnProof(call, input)
    const { id, login } = user
    await requireStillProven(tx, user, proven)
    const secret = newTotpSecret(environment)
    if (await findSecondFactor(tx, id))
      await tx.update('second_factors', { col: 'user_id', eq: id }, { next_secret: secret, next_time: now })
    else {
      await forgetSecondFactor(tx, id)
      const row = { user_id: id, secret, creation_time: now, confirmed_time: null }
      await tx.insert('second_factors', [{ ...row, last_step: 0, failures: 0, last_failure: null }])
    }
    const { urlbase } = catalogue.parameters
    // Without the port, since neither an issuer nor a label may contain a colon.
    const issuer = urlbase === '' ? 'TrackerKit' : new URL(urlbase).hostname
    return { secret, otpauth_url: totpAddress({ secret, issuer, login }) }
  },
})
