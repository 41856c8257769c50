import * as z from 'zod'
import { readableComments } from '../../domain/comments/find.js'
import { reason, requireAllowed } from '../../domain/erasure/inputs.js'
import { auditErasure } from '../../domain/erasure/write.js'
import { erasePeople, type Leaver } from '../../domain/erasure/people/erase-users.js'
import { keepingEmergencyLogin } from '../../domain/parameters/emergency-login.js'
import { requireUserNamed } from '../../domain/users/find.js'
import { requireAdministrator } from '../../domain/users/last-administrator.js'
import { findUsers } from '../../domain/users/lookup.js'
import type { Call, User } from '../../call/context.js'
import { id, line, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import { fold } from '../../store/index.js'

/** Maximum number of comments returned per user. */
const mostComments = 1000

const erased = z
  .object({
    id: z.int().meta({ ref: 'user', description: 'ID of the account, which stays.' }),
    name: z.string().meta({ ref: 'user', description: 'New login of the account.' }),
    comments: z.array(z.int()).meta({
      description:
        'IDs of comments that still contain the address and the caller can see, for `comments.redact`; at ' +
        'most 1,000.',
    }),
    more_comments: z.boolean().meta({ description: 'Whether there are more.' }),
  })
  .meta({ id: 'ErasedUser', description: 'An erased user.' })

export const eraseUsers = defineWrite({
  name: 'users.erase',
  summary: 'Erase users',
  description:
    'Permanently erases users, all of them or none.\n\n' +
    'Their accounts stay, disabled, as `erased-ID@erased.invalid` without a name, and so do their bugs, ' +
    'comments and attachments. Passwords, API keys, sessions, preferences, watches, saved searches, ' +
    'tags, visits, group memberships, webhooks and pending email are deleted; requests to them are ' +
    'withdrawn. In history and in the audit log, the new login replaces the address. Open bugs that they ' +
    'are assigned to or QA contact of, and their roles in components and in the parameter `maintainer`, ' +
    'go to `reassign_to`. Text written by users stays: the response lists the comments that contain the ' +
    'address. The audit log contains the user and the reason. Later imports do not restore them.\n\n' +
    'Fails with `auth_failure` for users who are not administrators; `deletion_not_allowed` while the ' +
    'parameter `allowuserdeletion` is off; `still_in_use` without `reassign_to` if it is required, and ' +
    'for the last administrator; `param_invalid` for the caller, and for the last administrator with a ' +
    'password in the group that the parameter password_login_group names.',
  errors: [
    'auth_failure',
    'deletion_not_allowed',
    'object_does_not_exist',
    'param_invalid',
    'params_required',
    'still_in_use',
    'text_too_long',
  ],
  examples: [
    {
      title: 'Erase a user on request',
      code:
        "const { users } = await admin.users.erase({ ids: [7], reason: 'Asked for', reassign_to: 'bob@example.com' })\n" +
        "await admin.comments.redact({ ids: users[0]?.comments ?? [], reason: 'Has the address of user 7' })",
    },
  ],
  access: 'required',
  right: { group: 'admin', action: 'erase users' },
  confirms: () => true,
  input: z.strictObject({
    ids: list(id, 20).min(1).meta({ description: 'IDs of the accounts, at most 20.' }),
    reason,
    reassign_to: line
      .optional()
      .meta({ description: 'Login of the user who gets their open bugs and roles in components.' }),
  }),
  output: z.object({ users: z.array(erased).meta({ description: 'Accounts in the requested order.' }) }),
  async run(tx, { ids, reason: why, reassign_to }, call) {
    requireAllowed(call, 'allowuserdeletion')
    const { found, missing } = await findUsers(tx, call, { ids: [...new Set(ids)], names: [] })
    if (missing[0]) throw missing[0]
    const own = found.find((user) => !call.who.isSystem && user.id === call.who.user?.id)
    if (own)
      throw new TrackerError('param_invalid', {
        field: 'ids',
        value: own.id,
        problem: 'you cannot erase your own account',
      })
    const to = reassign_to === undefined ? undefined : await requireHeir(tx, found, reassign_to)
    const leavers = await keepingEmergencyLogin(tx, call, () => erasePeople(tx, call, found, to))
    await requireAdministrator(tx, call, found)
    await auditErasure(
      tx,
      call,
      // Repeating the erasure after a restore requires the new owner.
      to ? `users.erase to ${to.id}` : 'users.erase',
      leavers.map(({ user }) => user.id),
      why,
    )
    const users: z.input<typeof erased>[] = []
    for (const leaver of leavers) users.push(await viewErased(tx, call, leaver))
    return { users }
  },
})

/** @throws object_does_not_exist; param_invalid for a user who is disabled or erased too */
async function requireHeir(tx: Reader, leaving: readonly Pick<User, 'id'>[], login: string): Promise<User> {
  const heir = await requireUserNamed(tx, login, 'reassign_to')
  const refuse = (problem: string) => new TrackerError('param_invalid', { field: 'reassign_to', value: login, problem })
  if (heir.login_denied_text !== '') throw refuse('the account is disabled')
  if (leaving.some(({ id: leaver }) => leaver === heir.id)) throw refuse('the account is being erased')
  return heir
}

async function viewErased(tx: Reader, call: Call, { user, pseudonym, addresses }: Leaver) {
  const holding = { or: addresses.map((address) => ({ col: 'text_folded', contains: fold(address) }) as const) }
  const rows = await tx.select({
    from: 'comments',
    where: { and: [holding, readableComments(call)] },
    order: [{ col: 'id' }],
    limit: mostComments + 1,
    columns: ['id'],
  })
  return {
    id: user.id,
    name: pseudonym,
    comments: rows.slice(0, mostComments).map((row) => row.id),
    more_comments: rows.length > mostComments,
  }
}
