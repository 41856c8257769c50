// Membership in one group by login name, for all users.
import { compilePattern } from '../../kernel/pattern/compile.js'
import type { Reader, Where, Writer } from '../../schema/index.js'

/** How many users are looked at in one go. */
const batchSize = 5000

/**
 * Makes users whose login matches the pattern members of the group, and removes members by pattern who no longer match.
 * An empty pattern matches no user.
 * @throws invalid_regexp
 */
export async function storePatternMembers(tx: Writer, groupId: number, pattern: string): Promise<void> {
  const compiled = compilePattern(pattern, { ignoreCase: true, field: 'user_regexp' })
  const ofGroup: Where<'user_groups'> = {
    and: [
      { col: 'group_id', eq: groupId },
      { col: 'kind', eq: 'pattern' },
    ],
  }
  if (pattern === '') return void (await tx.delete('user_groups', ofGroup))
  const before = new Set((await tx.select({ from: 'user_groups', where: ofGroup })).map((row) => row.user_id))
  for await (const users of allUsers(tx)) {
    const left = users.filter((user) => before.has(user.id) && !compiled.test(user.login)).map((user) => user.id)
    const joined = users.filter((user) => !before.has(user.id) && compiled.test(user.login))
    if (left.length > 0) await tx.delete('user_groups', { and: [ofGroup, { col: 'user_id', in: left }] })
    await tx.insert(
      'user_groups',
      joined.map((user) => ({ user_id: user.id, group_id: groupId, kind: 'pattern' })),
    )
  }
}

/** By id, batch by batch. */
async function* allUsers(tx: Reader): AsyncGenerator<{ readonly id: number; readonly login: string }[]> {
  for (let last = 0; ;) {
    const users = await tx.select({
      from: 'users',
      where: { col: 'id', gt: last },
      order: [{ col: 'id' }],
      limit: batchSize,
      columns: ['id', 'login'],
    })
    if (users.length > 0) yield users
    const end = users.at(-1)
    if (!end || users.length < batchSize) return
    last = end.id
  }
}
