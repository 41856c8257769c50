import { z } from 'zod'
import { word } from '../../define/inputs.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../define/operation.js'
import { provePassword } from '../../auth/password-login.js'
import { issueToken } from '../../auth/tokens.js'

/**
 * Logs in: a login name and a password become a token that stands for them in later calls, until it is logged out or has not
 * been used for 30 days. Other credentials of the same call do not matter. Contract: Users, Login.
 *
 * `login`: without regard to case. `restrict_login`: the token is valid only from the address of this call.
 *
 * @throws param_required (50), invalid_login_or_password (300), account_disabled (301), account_locked (32000) after five wrong
 *   passwords within 30 minutes from one address
 * @example const { token } = await tracker.as(null).sessions.create({ login: 'alice@example.com', password })
 */
export const createSession = defineWrite({
  name: 'sessions.create',
  summary: 'Logs in and gets a token',
  access: 'exempt',
  input: z.strictObject({ login: word, password: word, restrict_login: z.boolean().default(false) }),
  output: z.object({ id: z.int(), token: z.string() }),
  prepare: (input, preparation) => provePassword(preparation, input.login, input.password),
  async run(tx, input, call, proven) {
    // A password that was changed, or an account disabled, since the proof: no token may outlive that.
    const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: proven.id } })
    if (!user || user.password_hash !== proven.password_hash || user.login_denied_text !== '')
      throw new TrackerError('invalid_login_or_password')
    return { id: user.id, token: await issueToken(tx, call, user.id, input.restrict_login) }
  },
})
