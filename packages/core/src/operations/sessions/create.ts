import { z } from 'zod'
import { word } from '../../define/inputs.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../define/operation.js'
import { provePassword } from '../../auth/password-login.js'
import { logSignIn } from '../../auth/sign-in-log.js'
import { issueToken } from '../../auth/tokens.js'

// Contract: Users, Login.
export const createSession = defineWrite({
  name: 'sessions.create',
  summary: 'Logs in and gets a token',
  description:
    'Logs in: a login name and a password become a token that stands for them in later calls, until it is logged ' +
    'out, has not been used for 30 days, or is 180 days old. Other credentials of the same call do not matter.\n\n' +
    'Fails with `account_locked` after five wrong passwords within 30 minutes from one address.',
  errors: ['param_required', 'invalid_login_or_password', 'account_disabled', 'account_locked'],
  examples: [
    {
      title: 'Log in',
      code: "const { token } = await tracker.as(null).sessions.create({ login: 'alice@example.com', password })",
    },
  ],
  isSecret: true,
  access: 'exempt',
  input: z.strictObject({
    login: word.meta({ description: 'The login name, without regard to case.' }),
    password: word.meta({ description: 'The password.' }),
    restrict_login: z
      .boolean()
      .default(false)
      .meta({ description: 'The token is valid only from the address of this call.' }),
  }),
  output: z.object({
    id: z.int().meta({ description: 'The number of the user.' }),
    token: z.string().meta({ description: 'The token that stands for the login name and password.' }),
  }),
  // Wrong passwords are counted, whatever becomes of a transaction.
  isApart: () => true,
  prepare: (input, preparation) => provePassword(preparation, input.login, input.password),
  async run(tx, input, call, proven) {
    // A password that was changed, or an account disabled, since the proof: no token may outlive that.
    const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: proven.id } })
    if (!user || user.password_hash !== proven.password_hash || user.login_denied_text !== '')
      throw new TrackerError('invalid_login_or_password')
    await logSignIn(tx, { event: 'login', userId: user.id, by: user.id, address: call.address }, call.now)
    return { id: user.id, token: await issueToken(tx, call, user.id, input.restrict_login) }
  },
})
