// The start of an inbox: what happened before is not unread.
import { subDays } from 'date-fns/subDays'
import type { Call } from '../../call/context.js'
import type { Reader, Writer } from '../../schema/index.js'

const setting = 'inbox_since'

/** Days that an inbox shows before the user first marks everything as done, and days after which nothing is shown. */
export const [firstDays, mostDays] = [14, 90]

const settingOf = (userId: number) => ({
  and: [{ col: 'user_id', eq: userId } as const, { col: 'name', eq: setting } as const],
})

/** Returns the time after which changes can be unread. */
export async function loadHorizon(tx: Reader, { now }: Pick<Call, 'now'>, userId: number): Promise<Date> {
  const [row] = await tx.select({ from: 'user_settings', where: settingOf(userId) })
  const oldest = subDays(now, mostDays)
  if (typeof row?.value !== 'number') return subDays(now, firstDays)
  return row.value > oldest.getTime() ? new Date(row.value) : oldest
}

/** Marks everything up to `until` as done. It never moves back. */
export async function moveHorizon(tx: Writer, userId: number, until: Date): Promise<void> {
  const [row] = await tx.select({ from: 'user_settings', where: settingOf(userId) })
  const before = typeof row?.value === 'number' ? row.value : 0
  await tx.put('user_settings', [{ user_id: userId, name: setting, value: Math.max(before, until.getTime()) }])
}

/** Returns the times up to which users have marked everything as done, of those who did. */
export async function loadHorizons(tx: Reader, userIds: readonly number[]): Promise<Map<number, Date>> {
  const where = { and: [{ col: 'user_id', in: userIds } as const, { col: 'name', eq: setting } as const] }
  const rows = await tx.select({ from: 'user_settings', where })
  return new Map(rows.flatMap(({ user_id, value }) => (typeof value === 'number' ? [[user_id, new Date(value)]] : [])))
}
