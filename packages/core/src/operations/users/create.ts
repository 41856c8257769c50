import * as z from 'zod'
import { TrackerError } from '../../kernel/errors.js'
import { line } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { hashPassword } from '../../auth/secrets.js'
import { groupsByPattern, requireMayJoin } from '../../domain/users/pattern-groups.js'
import type { Call } from '../../call/context.js'
import type { Reader } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { fullName, newPassword } from '../../domain/users/inputs.js'
import { requireLoginName } from '../../auth/login-name.js'
import { requireGoodPassword } from '../../auth/password.js'
import { requireMail } from '../../domain/accounts/ask.js'
import { sendInvitation } from '../../domain/accounts/invite.js'
import { insertAccount } from '../../domain/users/insert-account.js'
import { createdObject } from '../../call/define/outputs.js'

// Contract: Users, Create User.
export const createUser = defineWrite({
  name: 'users.create',
  summary: 'Create a user',
  description:
    'Creates a user, who immediately belongs to the groups whose pattern matches the login.\n\n' +
    'Fails with `auth_failure` without editusers, and for a login that matches the pattern of a group ' +
    'that the caller cannot grant; `param_required` without an email; `mail_not_sent` for an invitation ' +
    'if the tracker sends no email.',
  errors: [
    'auth_failure',
    'param_required',
    'illegal_email_address',
    'account_exists',
    'password_too_short',
    'password_too_common',
    'password_not_complex',
    'text_too_long',
    'mail_not_sent',
  ],
  examples: [
    {
      title: 'Create a user without a password',
      code: "const { id } = await admin.users.create({ email: 'carol@example.com', full_name: 'Carol Example' })",
    },
  ],
  access: 'required',
  right: { group: 'editusers', action: 'create users' },
  confirms: () => true,
  input: z.strictObject({
    email: line.meta({
      description:
        'Login: an address of at most 127 characters that the parameter emailregexp accepts; unique, ' +
        'ignoring case. Over REST, `login` is an alias.',
    }),
    full_name: fullName.default('').meta({ description: 'Real name, at most 255 characters.' }),
    password: newPassword.default('').meta({
      description:
        'Password: at least 6 characters, and as complex as the parameter password_complexity requires. ' +
        'Surrounding spaces are removed. Without one, the account cannot log in with a password.',
    }),
    invite: z.boolean().default(false).meta({
      description: 'Send a code to the address, which can be used to set the password within 7 days.',
    }),
  }),
  output: createdObject,
  mayPrepare: requireCreatable,
  async prepare({ email: login, password }, { environment }, { catalogue }) {
    if (password === '') return null
    await requireGoodPassword(password, { field: 'password', catalogue, login })
    return hashPassword(environment, password)
  },
  async run(tx, input, call, passwordHash) {
    await requireCreatable(tx, input, call)
    const { email: login, full_name, invite } = input
    const id = await insertAccount(tx, call, { login, full_name, password_hash: passwordHash })
    if (invite) await sendInvitation(tx, call, { id, login })
    return { id }
  },
})

interface Wanted {
  readonly email: string
  readonly invite: boolean
}

/** @throws illegal_email_address, mail_not_sent, account_exists, auth_failure for a group that the caller may not grant */
async function requireCreatable(tx: Reader, { email, invite }: Wanted, call: Call): Promise<void> {
  requireLoginName(call.catalogue, email, 'email')
  if (invite) requireMail(call)
  if ((await tx.count('users', { col: 'login_folded', eq: fold(email) })) > 0)
    throw new TrackerError('account_exists', { field: 'email', value: email })
  requireMayJoin(call, groupsByPattern(call.catalogue, email))
}
