// Users by login name and by id, as far as a caller may look them up.
import { visibleUsers } from '../../access/visibility.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Where } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { userColumns, type UserRow } from '../../access/user-columns.js'

interface Lookup {
  readonly found: readonly UserRow[]
  /** One error for each name and ID without a user, or without one that the caller may see by ID. */
  readonly missing: readonly TrackerError<'object_does_not_exist'>[]
}

/** The users with these names and ids, in the order asked. */
export async function findUsers(
  tx: Reader,
  call: Call,
  { names, ids }: { readonly names: readonly string[]; readonly ids: readonly number[] },
): Promise<Lookup> {
  const folded = names.map((name) => fold(name.trim()))
  const byLogin = new Map(
    (await selectUsers(tx, folded.length > 0 && { col: 'login_folded', in: folded })).map((user) => [
      fold(user.login),
      user,
    ]),
  )
  const byId = new Map(
    (await selectUsers(tx, ids.length > 0 && { and: [{ col: 'id', in: ids }, visibleUsers(call)] })).map((user) => [
      user.id,
      user,
    ]),
  )
  const found: UserRow[] = []
  const missing: TrackerError<'object_does_not_exist'>[] = []
  const take = (user: UserRow | undefined, field: string, value: unknown) => {
    if (user) found.push(user)
    else missing.push(new TrackerError('object_does_not_exist', { kind: 'user', field, value }))
  }
  for (const [index, login] of folded.entries()) take(byLogin.get(login), 'names', names[index])
  for (const id of ids) take(byId.get(id), 'ids', id)
  return { found, missing }
}

async function selectUsers(tx: Reader, where: Where<'users'> | false): Promise<UserRow[]> {
  return where ? tx.select({ from: 'users', where, columns: userColumns }) : []
}

/** The users who satisfy a condition, in their order. */
export async function keepUsers(
  tx: Reader,
  users: readonly UserRow[],
  condition: Where<'users'> | undefined,
): Promise<readonly UserRow[]> {
  if (!condition || users.length === 0) return users
  const ids = users.map((user) => user.id)
  const kept = await tx.select({ from: 'users', where: { and: [{ col: 'id', in: ids }, condition] }, columns: ['id'] })
  const keptIds = new Set(kept.map((user) => user.id))
  return users.filter((user) => keptIds.has(user.id))
}
