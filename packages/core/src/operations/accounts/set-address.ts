import { renameLogin } from '../../domain/forms/rename-choice.js'
import * as z from 'zod'
import { takeCode } from '../../auth/account-codes.js'
import { requireLoginName } from '../../auth/login-name.js'
import { loadMemberships, systemCaller, type Call } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { codeInput } from '../../domain/accounts/inputs.js'
import { planUserUpdate, writeUpdate } from '../../domain/users/plan-update.js'
import { TrackerError } from '../../kernel/errors.js'
import { bumpIdentityVersion, isOn } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'

export const setAddress = defineWrite({
  name: 'accounts.setAddress',
  summary: 'Confirm a new login with a code from an email',
  description:
    'Makes the address to which the code was sent the login of the account, and ends its sessions. Membership of ' +
    'groups with a pattern is updated. Both addresses are notified by email.\n\n' +
    'Fails with `account_code_not_valid` for an invalid, used or expired code; `auth_failure` if the parameter ' +
    'allowemailchange is off now; `account_exists` if another account has the address now.',
  errors: ['account_code_not_valid', 'auth_failure', 'illegal_email_address', 'account_exists'],
  examples: [
    {
      title: 'With the code from the email',
      code: "await tracker.as(null).accounts.setAddress({ code: 'dGhpcyBpcyBub25l' })",
    },
  ],
  access: 'exempt',
  input: z.strictObject({ code: codeInput }),
  output: z.object({ login: z.string().meta({ description: 'New login.' }) }),
  async run(tx, { code }, call) {
    const { user_id, login } = await takeCode(tx, ['address'], code, call.now)
    if (!isOn(call.catalogue, 'allowemailchange'))
      throw new TrackerError('auth_failure', { action: 'change your address' })
    const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: user_id ?? 0 } })
    if (!user || user.login_denied_text !== '') throw new TrackerError('account_code_not_valid')
    requireLoginName(call.catalogue, login, 'email')
    const others = {
      and: [{ col: 'login_folded', eq: fold(login) } as const, { not: { col: 'id', eq: user.id } } as const],
    }
    if ((await tx.count('users', others)) > 0)
      throw new TrackerError('account_exists', { field: 'email', value: login })
    // In their own name, whom the patterns of groups may take in: the address is proven.
    const own: Call = { ...call, who: systemCaller(call.catalogue, user) }
    await writeUpdate(tx, own, planUserUpdate(own, user, await loadMemberships(tx, user.id), { email: login }, null))
    await renameLogin(tx, own, user.login, login)
    await bumpIdentityVersion(tx)
    return { login }
  },
})
