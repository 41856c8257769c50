// The start of an inbox: what happened before is not unread.
import { subDays } from 'date-fns/subDays'
import type { Call } from '../../call/context.js'
import type { Reader, Writer } from '../../schema/index.js'

const setting = 'inbox_since'

/** Days that an inbox shows before the user first marks everything as done. */
const firstDays = 14

/** Days after which nothing is shown. */
export const mostDays = 90

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

/** Marks only what happened up to `until` as done, to undo a move. */
export async function returnHorizon(tx: Writer, userId: number, until: Date): Promise<void> {
  await tx.put('user_settings', [{ user_id: userId, name: setting, value: until.getTime() }])
}
