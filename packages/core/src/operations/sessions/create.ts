import * as z from 'zod'
import { word } from '../../call/define/inputs.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../call/define/operation.js'
import { mayUsePassword } from '../../auth/password-policy.js'
import { reportPassword } from '../../auth/password-use.js'
import { proveFirstLogin } from '../../auth/password-login.js'
import { findSecondFactor } from '../../auth/second-factor.js'
import { logSignIn } from '../../auth/sign-in-log.js'
import { issueToken } from '../../auth/tokens.js'
import { logInByDirectory } from '../../domain/logins/log-in.js'
import { requireMember } from '../../domain/logins/member.js'

// Contract: Users, Login.
export const createSession = defineWrite({
  name: 'sessions.create',
  summary: 'Log in and get a token',
  description:
    'Logs in: exchanges a login and a password for a token that authenticates later calls, until it is logged ' +
    'out, has not been used for 30 days, or is 180 days old. Other credentials of the same call are ignored.\n\n' +
    'Fails with `password_login_off` for the right password of a user outside of the group that the parameter ' +
    'password_login_group names; `second_factor_required` for the right password of a user with two-factor authentication, without ' +
    'a one-time password; `second_factor_wrong` with an invalid or used one; `account_locked` after five wrong ' +
    'passwords of either kind within 30 minutes from one address. Where a directory checks passwords, ' +
    '`login_provider_unavailable` if it does not respond, and `login_refused` with the reason.',
  errors: [
    'param_required',
    'invalid_login_or_password',
    'account_disabled',
    'account_locked',
    'password_login_off',
    'login_refused',
    'login_provider_unavailable',
    'too_busy',
  ],
  examples: [
    {
      title: 'Log in',
      code: "const { token } = await tracker.as(null).sessions.create({ login: 'alice@example.com', password })",
    },
  ],
  isSecret: true,
  access: 'exempt',
  input: z.strictObject({
    login: word.meta({ description: 'Login, ignoring case.' }),
    password: word.meta({ description: 'Password.' }),
    otp: word.optional().meta({
      description:
        'With two-factor authentication: the six digits from the authenticator app, or a recovery code. ' +
        'Single-use.',
    }),
    restrict_login: z.boolean().default(false).meta({ description: 'Restrict the token to the address of this call.' }),
  }),
  output: z.object({
    id: z.int().meta({ description: 'ID of the user.' }),
    token: z.string().meta({ description: 'Token of the new session.' }),
  }),
  // Wrong passwords are counted, whatever becomes of a transaction.
  isApart: () => true,
  // Any caller may try. The password comparison limits the number of parallel attempts.
  mayPrepare: async () => undefined,
  async prepare(input, preparation) {
    const proven = await proveFirstLogin(preparation, input)
    const { passwords } = preparation.logins
    if (proven.person && passwords) await requireMember(preparation, passwords, proven.person)
    return proven
  },
  async run(tx, input, call, proven) {
    const { restrict_login: isRestricted } = input
    const { passwords: login } = call.logins
    if (proven.person && login)
      return logInByDirectory(tx, call, { ...proven, person: proven.person, login, isRestricted })
    if (proven.id === undefined) throw new TrackerError('invalid_login_or_password')
    // A password that was changed, an account disabled, a second factor set up since the proof: no token may outlive that.
    const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: proven.id } })
    if (!user || user.password_hash !== proven.password_hash || user.login_denied_text !== '')
      throw new TrackerError('invalid_login_or_password')
    if (!proven.hasSecondFactor && (await findSecondFactor(tx, user.id)))
      throw new TrackerError('second_factor_required')
    if (!(await mayUsePassword(tx, call.catalogue, user))) throw new TrackerError('password_login_off')
    await logSignIn(tx, { event: 'login', userId: user.id, by: user.id, address: call.address }, call.now)
    reportPassword(call, user)
    const has_second_factor = proven.hasSecondFactor
    const { token } = await issueToken(tx, call, user.id, { isRestricted, has_second_factor })
    return { id: user.id, token }
  },
})
