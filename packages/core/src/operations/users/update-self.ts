import { z } from 'zod'
import { changesView } from '../../domain/audit/plan.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { requireUser } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../define/operation.js'
import { provePassword } from '../../auth/password-login.js'
import { hashPassword } from '../../auth/secrets.js'
import { word } from '../../define/inputs.js'
import { fullName, newPassword } from '../../domain/users/inputs.js'
import { requireStrongPassword } from '../../auth/password.js'
import { planUserUpdate, writeUpdate } from '../../domain/users/plan-update.js'

/**
 * Changes one's own account. The login name is changed by who edits users: that it is one's own address would have to be proven.
 *
 * `full_name`: may be blank. `password`: as for a new user, and not blank; it needs the `current_password`, so that a key or
 * token that got lost is not the whole account, and ends all other sessions; API keys stay. Whoever has no password is given one by who edits users.
 *
 * @throws login_required (410), param_required (50) for the current password, invalid_login_or_password (300) and
 *   account_locked for a wrong one, password_too_short (502), password_not_complex (305), text_too_long (104)
 * @example await alice.users.updateSelf({ full_name: 'Alice Liddell' })
 */
export const updateSelf = defineWrite({
  name: 'users.updateSelf',
  summary: "Change one's own name and password",
  access: 'required',
  input: z.strictObject({
    full_name: fullName.optional(),
    password: newPassword.optional(),
    current_password: word.optional(),
  }),
  output: z.object({ changes: changesView }),
  async prepare({ password, current_password }, preparation, { who, catalogue }) {
    if (password === undefined) return undefined
    requireStrongPassword(password, 'password', catalogue.parameters.password_complexity)
    if (current_password === undefined) throw new TrackerError('param_required', { field: 'current_password' })
    const proven = await provePassword(preparation, requireUser(who).login, current_password)
    return { before: proven.password_hash, after: await hashPassword(preparation.environment, password) }
  },
  async run(tx, { full_name, password }, call, hashes) {
    const { id } = requireUser(call.who)
    const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: id } })
    // What was changed since the proof is not to be overwritten by who knew the old one.
    if (!user || (hashes && hashes.before !== user.password_hash)) throw new TrackerError('invalid_login_or_password')
    const planned = planUserUpdate(call, user, [], { full_name, password }, hashes?.after ?? null)
    await writeUpdate(tx, call, planned)
    if (Object.keys(planned.plan.changes).length > 0) await bumpIdentityVersion(tx)
    return { changes: planned.plan.changes }
  },
})
