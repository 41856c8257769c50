import * as z from 'zod'
import { addAskedCode } from '../../auth/account-codes.js'
import { emailOf, requireLoginName } from '../../auth/login-name.js'
import { line } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireMail } from '../../domain/accounts/ask.js'
import { askedOutput } from '../../domain/accounts/inputs.js'
import { requireMayRegister } from '../../domain/accounts/registration.js'
import { mayClaim } from '../../domain/users/claim.js'
import { fold } from '../../store/index.js'

export const registerAccount = defineWrite({
  name: 'accounts.register',
  summary: 'Request an account',
  description:
    'Sends a code to an address, which can be used to create an account within 30 minutes. Disabled ' +
    'unless the parameter createemailregexp permits the address. If the address has an account, the ' +
    'email says so; the response and its time are the same.\n\n' +
    'Fails with `registration_denied` for an address that is not permitted; `mail_not_sent` if the ' +
    'tracker sends no email.',
  errors: ['registration_denied', 'illegal_email_address', 'mail_not_sent'],
  examples: [
    { title: 'Request an account', code: "await tracker.as(null).accounts.register({ email: 'erin@example.com' })" },
  ],
  access: 'exempt',
  input: z.strictObject({ email: line.meta({ description: 'Email address, which becomes the login.' }) }),
  output: askedOutput,
  isApart: () => true,
  async run(_tx, { email }, call) {
    requireMayRegister(call.catalogue, email)
    requireLoginName(call.catalogue, email, 'email')
    requireMail(call)
    const address = emailOf(call.catalogue, email)
    call.mail.findOut(async (tx, now) => {
      const [user] = await tx.select({ from: 'users', where: { col: 'login_folded', eq: fold(email) } })
      // Counted like a code, to limit messages to one address.
      const code_id = await addAskedCode(
        tx,
        { kind: 'registration', user_id: user?.id ?? null, login: user?.login ?? email },
        now,
      )
      if (code_id === undefined) return []
      if (!user || (await mayClaim(tx, call.catalogue, user)))
        return [{ to: { address }, details: { what: 'registration_requested', code_id } }]
      return user.login_denied_text === ''
        ? [{ to: { user_id: user.id }, details: { what: 'registered_already' } }]
        : []
    })
    return {}
  },
})
