// Users by login name and by id, many at a time.
import type { User } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { must } from '../../kernel/must.js'
import type { Reader } from '../../schema/index.js'
import { fold } from '../../store/index.js'

/** The users with these ids, by id. */
export async function loadUsers(tx: Reader, ids: Iterable<number>): Promise<Map<number, User>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx.select({ from: 'users', where: { col: 'id', in: wanted } })
  return new Map(rows.map((row) => [row.id, row]))
}

/** The logins of users that other rows refer to, by ID. */
export async function loadLogins(tx: Reader, ids: Iterable<number>): Promise<(id: number) => string> {
  const users = await loadUsers(tx, ids)
  return (id) => must(users.get(id), 'user', id).login
}

/** The users with these login names, ignoring case, by the folded name. */
export async function findUsersByLogin(tx: Reader, logins: readonly string[]): Promise<Map<string, User>> {
  return byLoginFolded(await selectByLogin(tx, logins, []))
}

/** The users with one of these login names or IDs. */
export async function selectByLogin(tx: Reader, logins: readonly string[], ids: Iterable<number>): Promise<User[]> {
  const wanted = new Set(logins.map((login) => fold(login.trim())))
  const also = [...new Set(ids)]
  if (wanted.size + also.length === 0) return []
  const ways = [
    ...(wanted.size === 0 ? [] : [{ col: 'login_folded', in: [...wanted] } as const]),
    ...(also.length === 0 ? [] : [{ col: 'id', in: also } as const]),
  ]
  return tx.select({ from: 'users', where: { or: ways } })
}

/** Users by folded login name. */
export function byLoginFolded(rows: readonly User[]): Map<string, User> {
  return new Map(rows.map((row) => [row.login_folded, row]))
}

/**
 * The users with these login names, in the requested order, ignoring case.
 * @throws object_does_not_exist for the first unknown name
 */
export async function requireUsers(tx: Reader, logins: readonly string[], field: string): Promise<User[]> {
  const byLogin = await findUsersByLogin(tx, logins)
  return logins.map((value) => {
    const user = byLogin.get(fold(value.trim()))
    if (user) return user
    throw new TrackerError('object_does_not_exist', { kind: 'user', field, value })
  })
}

/** The user with this login name. @throws as requireUsers */
export async function requireUserNamed(tx: Reader, login: string, field: string): Promise<User> {
  const [user] = await requireUsers(tx, [login], field)
  return user as User
}
