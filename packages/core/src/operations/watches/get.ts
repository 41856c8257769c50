import * as z from 'zod'
import { requireUser } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { followersOf, followsBy } from '../../domain/follows/where.js'
import { loadUsers } from '../../domain/users/find.js'

export const getWatches = defineRead({
  name: 'watches.get',
  summary: 'Get users whom you watch, and your watchers',
  description:
    "Returns the users whom the caller watches, to get their email about bugs, and the caller's " +
    'watchers, by login.',
  errors: ['login_required'],
  examples: [
    { title: 'Users whom the caller watches', code: 'const { watching, watched_by } = await alice.watches.get()' },
  ],
  access: 'required',
  input: z.strictObject({}),
  output: z.object({
    watching: z.array(z.string()).meta({ description: 'Logins of the users whom the caller watches.' }),
    watched_by: z.array(z.string()).meta({ description: 'Logins of the users who watch the caller.' }),
  }),
  async run(tx, _input, { who }) {
    const { id } = requireUser(who)
    const where = { or: [followsBy(id, 'user'), followersOf('user', [id])] }
    const rows = await tx.select({ from: 'follows', where })
    const users = await loadUsers(
      tx,
      rows.flatMap((row) => [row.user_id, row.object_id]),
    )
    const loginsOf = (ids: readonly number[]) => ids.flatMap((one) => users.get(one)?.login ?? []).toSorted()
    return {
      watching: loginsOf(rows.filter((row) => row.user_id === id).map((row) => row.object_id)),
      watched_by: loginsOf(rows.filter((row) => row.object_id === id).map((row) => row.user_id)),
    }
  },
})
