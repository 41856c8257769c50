// People and the groups they are in, each looked up once in an operation.
import type { Catalogue } from '../../setup/catalogue.js'
import { groupBy } from '../../kernel/collections.js'
import { callerOf, type Caller, type User } from '../../call/context.js'
import type { Reader } from '../../schema/index.js'
import { loadUsers } from './find.js'

export interface UserCache {
  /** The users with these IDs. At most one select, for those not yet known. */
  readonly users: (ids: Iterable<number>) => Promise<ReadonlyMap<number, User>>
  /** These users with their permissions. At most one more select. */
  readonly callers: (ids: Iterable<number>) => Promise<ReadonlyMap<number, Caller>>
}

/** `known`: users who have been looked up already. */
export function createUserCache(tx: Reader, catalogue: Catalogue, known: Iterable<User> = []): UserCache {
  const users = new Map([...known].map((user) => [user.id, user]))
  const callers = new Map<number, Caller>()
  const loadMissing = async (ids: Iterable<number>) => {
    for (const [id, user] of await loadUsers(tx, without(ids, users))) users.set(id, user)
  }
  return {
    async users(ids) {
      await loadMissing(ids)
      return users
    },
    async callers(ids) {
      const missing = without(ids, callers)
      if (missing.length === 0) return callers
      await loadMissing(missing)
      const rows = await tx.select({ from: 'user_groups', where: { col: 'user_id', in: missing } })
      const memberships = groupBy(rows, (row) => row.user_id)
      for (const id of missing) {
        const user = users.get(id)
        if (user) callers.set(id, callerOf(catalogue, user, memberships.get(id) ?? []))
      }
      return callers
    },
  }
}

function without(ids: Iterable<number>, known: ReadonlyMap<number, unknown>): number[] {
  return [...new Set(ids)].filter((id) => !known.has(id))
}
