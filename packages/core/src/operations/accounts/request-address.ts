import * as z from 'zod'
import { addAskedCode } from '../../auth/account-codes.js'
import { emailOf, requireLoginName } from '../../auth/login-name.js'
import { requireUser, type Call } from '../../call/context.js'
import { line } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireMail } from '../../domain/accounts/ask.js'
import { askedOutput } from '../../domain/accounts/inputs.js'
import { requireOwn } from '../../domain/host-users/managed.js'
import { currentPassword } from '../../domain/second-factor/inputs.js'
import { proveCurrentPassword, requireOwnProofAlone } from '../../domain/sessions/prove-again.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import { isOn } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'

export const requestAddress = defineWrite({
  name: 'accounts.requestAddress',
  summary: 'Request another address as your login',
  description:
    'Sends a code to an address, which makes it the login of the caller within 30 minutes. The response and its ' +
    'time are the same if another account has the address. Only while the parameter allowemailchange is on, ' +
    'because groups can depend on addresses.\n\n' +
    'Fails with `auth_failure` while it is off; `invalid_login_or_password` and `account_locked` for a wrong ' +
    'password; `managed_by_host` for accounts managed by the embedding program; `mail_not_sent` if the tracker ' +
    'sends no email.',
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
      title: 'Request another address',
      code: "await alice.accounts.requestAddress({ email: 'alison@example.com', current_password: password })",
    },
  ],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({
    email: line.meta({ description: 'New login.' }),
    current_password: currentPassword,
  }),
  output: askedOutput,
  isApart: () => true,
  mayPrepare: requireChangeable,
  prepare: async ({ current_password: password }, preparation, { who }) => {
    if (password !== undefined) await proveCurrentPassword(preparation, requireUser(who), password)
  },
  async run(tx, input, call) {
    await requireChangeable(tx, input, call)
    const { id, login } = requireUser(call.who)
    const { email } = input
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

interface Wanted {
  readonly email: string
  readonly current_password?: string | undefined
}

/** @throws login_required, auth_failure, illegal_email_address, mail_not_sent, managed_by_host */
async function requireChangeable(tx: Reader, wanted: Wanted, call: Call): Promise<void> {
  const { email } = wanted
  const { id } = requireUser(call.who)
  if (!isOn(call.catalogue, 'allowemailchange'))
    throw new TrackerError('auth_failure', { action: 'change your address' })
  requireLoginName(call.catalogue, email, 'email')
  requireMail(call)
  await requireOwn(tx, call, id, 'email')
  await requireOwnProofAlone(tx, call, wanted)
}
