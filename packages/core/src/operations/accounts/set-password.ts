import * as z from 'zod'
import { requireCode, takeCode } from '../../auth/account-codes.js'
import { hashNewPassword, requireFitPassword } from '../../auth/password.js'
import { callerOf, loadMemberships, type Call } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { codeInput } from '../../domain/accounts/inputs.js'
import { revokeKeys } from '../../domain/api-keys/revoke.js'
import { newPassword } from '../../domain/users/inputs.js'
import { planUserUpdate, writeUpdate } from '../../domain/users/plan-update.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row } from '../../schema/index.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'

const kinds = ['password', 'invitation'] as const

export const setPassword = defineWrite({
  name: 'accounts.setPassword',
  summary: 'Set a new password with a code from an email',
  description:
    'Sets the password of the account for which the code was sent, ends all its sessions, and lifts its lock ' +
    'after failed logins. A second factor stays. The code is single-use.\n\n' +
    'Fails with `account_code_not_valid` for an invalid, used or expired code, and for an account that was ' +
    'disabled after it was sent.',
  errors: ['account_code_not_valid', 'password_too_short', 'password_too_common', 'password_not_complex'],
  examples: [
    {
      title: 'With the code from the email',
      code: "await tracker.as(null).accounts.setPassword({ code: 'dGhpcyBpcyBub25l', password })",
    },
  ],
  isSecret: true,
  access: 'exempt',
  input: z.strictObject({
    code: codeInput.meta({
      description: 'Code from the email. Single-use, valid for 30 minutes; that of an invitation, for 7 days.',
    }),
    password: newPassword.meta({ description: 'Password, with the rules of `users.create`; required.' }),
    revoke_api_keys: z
      .boolean()
      .default(false)
      .meta({ description: 'Also revoke all API keys of the account, in case another person had the password.' }),
  }),
  output: z.object({ login: z.string().meta({ description: 'Login of the account.' }) }),
  isApart: () => true,
  mayPrepare: requireAccount,
  prepare: ({ password }, { environment }) => hashNewPassword(environment, password),
  async run(tx, input, call, passwordHash) {
    const user = await requireAccount(tx, input, call)
    const { code, password, revoke_api_keys } = input
    await takeCode(tx, kinds, code, call.now)
    const who = callerOf(call.catalogue, user, await loadMemberships(tx, user.id))
    const own: Call = { ...call, who, sessionIds: [] }
    await writeUpdate(tx, own, planUserUpdate(own, user, [], { password }, passwordHash))
    if (revoke_api_keys) await revokeKeys(tx, own, user.id)
    await bumpIdentityVersion(tx)
    return { login: user.login }
  },
})

interface Wanted {
  readonly code: string
  readonly password: string
}

/** The account that the code is for. @throws account_code_not_valid; as requireFitPassword */
async function requireAccount(tx: Reader, { code, password }: Wanted, { catalogue, now }: Call): Promise<Row<'users'>> {
  const { user_id, login } = await requireCode(tx, kinds, code, now)
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: user_id ?? 0 } })
  if (!user || user.login_denied_text !== '') throw new TrackerError('account_code_not_valid')
  requireFitPassword(password, { field: 'password', catalogue, login })
  return user
}
