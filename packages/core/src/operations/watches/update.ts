import * as z from 'zod'
import { changesView } from '../../domain/audit/plan.js'
import { requireUser, type User } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { line, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import type { Reader } from '../../schema/index.js'
import { requireFewWatched } from '../../domain/follows/limits.js'
import { followsBy, watchOf } from '../../domain/follows/where.js'
import { loadUsers, requireUsers } from '../../domain/users/find.js'

const logins = list(line).optional()

export const updateWatches = defineWrite({
  name: 'watches.update',
  summary: 'Set the users whom you watch',
  description:
    'Sets the users whom the caller watches: the caller gets the email about bugs that they get, if the caller ' +
    'can see the bugs and wants it for their roles. Watching is not transitive.\n\n' +
    'Removing a user who is not watched is not an error; a user in both lists is watched.\n\n' +
    'Fails with `params_required` without changes; `object_does_not_exist` for a login; `follow_limit` above 100 ' +
    'users; `illegal_value` for the caller.',
  errors: ['login_required', 'params_required', 'object_does_not_exist', 'follow_limit', 'illegal_value'],
  examples: [{ title: 'Watch a user', code: "await alice.watches.update({ add: ['bob@example.com'] })" }],
  access: 'required',
  input: z.strictObject({
    set: logins.meta({ description: 'Logins of all users to watch. Overrides the other list.' }),
    add: logins.meta({ description: 'Changes to make.' }),
    remove: logins.meta({ description: 'Changes to make.' }),
  }),
  output: z.object({
    changes: changesView.meta({ description: 'Changes: `watching` contains the removed and added logins.' }),
  }),
  async run(tx, { set, add = [], remove = [] }, { who }) {
    const me = requireUser(who)
    if (!set && add.length + remove.length === 0)
      throw new TrackerError('params_required', { fields: ['set', 'add', 'remove'] })
    const before = await watchedBy(tx, me)
    const after = new Map(set ? [] : before)
    if (!set) for (const user of await requireUsers(tx, remove, 'remove')) after.delete(user.id)
    const field = set ? 'set' : 'add'
    for (const user of await requireUsers(tx, set ?? add, field)) {
      if (user.id === me.id) throw new TrackerError('illegal_value', { field, value: user.login, accepted: 'others' })
      after.set(user.id, user)
    }
    const removed = [...before.values()].filter((user) => !after.has(user.id))
    const added = [...after.values()].filter((user) => !before.has(user.id))
    const ids = removed.map((user) => user.id)
    await tx.delete('follows', { and: [followsBy(me.id, 'user'), { col: 'object_id', in: ids }] })
    await tx.insert(
      'follows',
      added.map((user) => watchOf(me.id, user.id)),
    )
    if (added.length > 0) await requireFewWatched(tx, me.id, field)
    if (removed.length + added.length === 0) return { changes: {} }
    return { changes: { watching: { removed: listOf(removed), added: listOf(added) } } }
  },
})

/** Returns the users a user watches, by ID. */
async function watchedBy(tx: Reader, { id }: User): Promise<Map<number, User>> {
  const rows = await tx.select({ from: 'follows', where: followsBy(id, 'user') })
  return loadUsers(
    tx,
    rows.map((row) => row.object_id),
  )
}

function listOf(users: readonly User[]): string {
  return users
    .map((user) => user.login)
    .toSorted()
    .join(', ')
}
