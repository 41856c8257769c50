import { z } from 'zod'
import { addAskedCode } from '../../auth/account-codes.js'
import { emailOf, requireLoginName } from '../../auth/login-name.js'
import { provePassword } from '../../auth/password-login.js'
import { requireUser } from '../../call/context.js'
import { line, word } from '../../define/inputs.js'
import { defineWrite } from '../../define/operation.js'
import { requireMail } from '../../domain/accounts/ask.js'
import { askedOutput } from '../../domain/accounts/inputs.js'
import { requireOwn } from '../../domain/host-users/managed.js'
import { TrackerError } from '../../kernel/errors.js'
import { isOn } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'

export const requestAddress = defineWrite({
  name: 'accounts.requestAddress',
  summary: "Ask for another address as one's login name",
  description:
    'Has a code sent to an address, with which it becomes the login name of the caller within 30 minutes. The answer ' +
    'is the same, and takes as long, when somebody has the address already. Only while the parameter ' +
    'allowemailchange is on: groups may go by addresses.\n\n' +
    'Fails with `auth_failure` while it is off; `invalid_login_or_password` and `account_locked` for a wrong password; ' +
    '`managed_by_host` for somebody whose account comes from the embedding program; `mail_not_sent` where the tracker ' +
    'sends no mail.',
  errors: [
    'login_required',
    'auth_failure',
    'invalid_login_or_password',
    'account_locked',
    'illegal_email_address',
    'managed_by_host',
    'mail_not_sent',
  ],
  examples: [
    {
      title: 'Ask for another address',
      code: "await alice.accounts.requestAddress({ email: 'alison@example.com', current_password: password })",
    },
  ],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({
    email: line.meta({ description: 'The new login name.' }),
    current_password: word.meta({
      description: 'The password, so that a key or token that got lost is not the whole account.',
    }),
  }),
  output: askedOutput,
  isApart: () => true,
  async prepare({ email, current_password }, preparation, call) {
    const { catalogue } = call
    const { id, login } = requireUser(call.who)
    if (!isOn(catalogue, 'allowemailchange')) throw new TrackerError('auth_failure', { action: 'change your address' })
    requireLoginName(catalogue, email, 'email')
    requireMail(call)
    await preparation.store.read((tx) => requireOwn(tx, call, id, 'email'))
    await provePassword(preparation, login, current_password)
  },
  async run(_tx, { email }, call) {
    const { id, login } = requireUser(call.who)
    const address = emailOf(call.catalogue, email)
    call.mail.findOut(async (tx, now) => {
      if ((await tx.count('users', { col: 'login_folded', eq: fold(email) })) > 0) return []
      const code_id = await addAskedCode(tx, { kind: 'address', user_id: id, login: email }, now)
      if (code_id === undefined) return []
      return [{ to: { address }, details: { what: 'address_requested', code_id, login } }]
    })
    return {}
  },
})
