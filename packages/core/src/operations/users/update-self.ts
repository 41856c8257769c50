import * as z from 'zod'
import { changesView } from '../../domain/audit/plan.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { requireUser, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import { defineWrite } from '../../call/define/operation.js'
import { hashPassword } from '../../auth/secrets.js'
import { requireOwn } from '../../domain/host-users/managed.js'
import { currentPassword } from '../../domain/second-factor/inputs.js'
import { proveCurrentPassword, requireOwnProofAlone } from '../../domain/sessions/prove-again.js'
import { fullName, newPassword } from '../../domain/users/inputs.js'
import { requireGoodPassword } from '../../auth/password.js'
import { planUserUpdate, writeUpdate } from '../../domain/users/plan-update.js'

export const updateSelf = defineWrite({
  name: 'users.updateSelf',
  summary: 'Update your name and password',
  description:
    "Updates the caller's account. To change the login, use `accounts.requestAddress` or ask a user " +
    'administrator.\n\n' +
    'An account without a password gets one with the password of the directory, or without `current_password` in a ' +
    'session that was confirmed after it began, or, if the account has no way to confirm it, has just begun. A user ' +
    'administrator can set it too.\n\n' +
    'Fails with `param_required` for the current password; `invalid_login_or_password` and `account_locked` for a ' +
    'wrong one; `managed_by_host` for the name of an account managed by the embedding program.',
  errors: [
    'login_required',
    'param_required',
    'invalid_login_or_password',
    'account_locked',
    'password_too_short',
    'password_too_common',
    'password_not_complex',
    'text_too_long',
    'managed_by_host',
  ],
  examples: [{ title: 'Change your name', code: "await alice.users.updateSelf({ full_name: 'Alice Liddell' })" }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({
    full_name: fullName.optional().meta({ description: 'Real name, at most 255 characters; can be empty.' }),
    password: newPassword.optional().meta({
      description:
        'As for a new user, and not blank. It requires `current_password`, because a stolen key or token must not ' +
        'become the whole account, and ends all other sessions. API keys stay.',
    }),
    current_password: currentPassword,
  }),
  output: z.object({ changes: changesView.meta({ description: 'Changes by field name.' }) }),
  // Wrong passwords are counted, whatever becomes of a transaction.
  isApart: ({ password }) => password !== undefined,
  mayPrepare: requireOwnValues,
  async prepare({ password, current_password }, preparation, { who, catalogue }) {
    if (password === undefined) return undefined
    const user = requireUser(who)
    await requireGoodPassword(password, { field: 'password', catalogue, login: user.login })
    const proven =
      current_password === undefined ? undefined : await proveCurrentPassword(preparation, user, current_password)
    return { before: proven?.password_hash ?? null, after: await hashPassword(preparation.environment, password) }
  },
  async run(tx, input, call, hashes) {
    await requireOwnValues(tx, input, call)
    const { full_name, password } = input
    const { id } = requireUser(call.who)
    const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: id } })
    // A caller who proved the old password must not overwrite a later change.
    if (!user || (hashes && hashes.before !== user.password_hash)) throw new TrackerError('invalid_login_or_password')
    const planned = planUserUpdate(call, user, [], { full_name, password }, hashes?.after ?? null)
    await writeUpdate(tx, call, planned)
    if (Object.keys(planned.plan.changes).length > 0) await bumpIdentityVersion(tx)
    return { changes: planned.plan.changes }
  },
})

interface Wanted {
  readonly full_name?: string | undefined
  readonly password?: string | undefined
  readonly current_password?: string | undefined
}

/** @throws login_required; managed_by_host for another name; as requireOwnProofAlone for another password */
async function requireOwnValues(tx: Reader, wanted: Wanted, call: Call): Promise<void> {
  const { full_name, password } = wanted
  const { id, real_name } = requireUser(call.who)
  if (password !== undefined) await requireOwnProofAlone(tx, call, wanted)
  if (full_name !== undefined && full_name !== real_name) await requireOwn(tx, call, id, 'full_name')
}
