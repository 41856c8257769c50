import * as z from 'zod'
import { addAskedCode } from '../../auth/account-codes.js'
import { mayUsePassword } from '../../auth/password-policy.js'
import { logSignIn } from '../../auth/sign-in-log.js'
import { word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireMail } from '../../domain/accounts/ask.js'
import { askedOutput } from '../../domain/accounts/inputs.js'
import { fold } from '../../store/index.js'

export const requestPassword = defineWrite({
  name: 'accounts.requestPassword',
  summary: 'Request a password reset',
  description:
    'Sends a code to the address of an account, which can be used to set a new password within 30 ' +
    'minutes. The response and its time are the same if the account does not exist, is disabled, or has ' +
    'been sent three codes within half an hour.\n\n' +
    'Fails with `mail_not_sent` if the tracker sends no email.',
  errors: ['mail_not_sent'],
  examples: [
    {
      title: 'Reset a forgotten password',
      code: "await tracker.as(null).accounts.requestPassword({ login: 'alice@example.com' })",
    },
  ],
  access: 'exempt',
  input: z.strictObject({ login: word.meta({ description: 'Login, ignoring case.' }) }),
  output: askedOutput,
  // Work done after the response is not part of a transaction.
  isApart: () => true,
  async run(_tx, { login }, call) {
    requireMail(call)
    const { address } = call
    call.mail.findOut(async (tx, now) => {
      const named = { col: 'login_folded', eq: fold(login.trim()) } as const
      const [user] = await tx.select({ from: 'users', where: named })
      if (!user || user.login_denied_text !== '' || !(await mayUsePassword(tx, call.catalogue, user))) return []
      const code_id = await addAskedCode(tx, { kind: 'password', user_id: user.id, login: user.login }, now)
      if (code_id === undefined) return []
      await logSignIn(tx, { event: 'password_requested', userId: user.id, by: null, address }, now)
      return [{ to: { user_id: user.id }, details: { what: 'password_requested', code_id } }]
    })
    return {}
  },
})
