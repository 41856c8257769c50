// The start of an inbox: what happened before is not unread.
import { subDays } from 'date-fns/subDays'
import type { Call } from '../../call/context.js'
import type { Reader, Writer } from '../../schema/index.js'
import { daysOfChanges } from '../bugs/state/last-changer.js'

const setting = 'inbox_since'

/** Days that an inbox shows before the user first marks everything as done. */
const firstDays = 14

/** Days after which nothing is shown. */
export const mostDays = daysOfChanges

const settingOf = (userId: number) => ({
  and: [{ col: 'user_id', eq: userId } as const, { col: 'name', eq: setting } as const],
})

/** Returns the time up to which the user marked everything as done; 0 if never. */
async function loadDone(tx: Reader, userId: number): Promise<number> {
  const [row] = await tx.select({ from: 'user_settings', where: settingOf(userId) })
  return typeof row?.value === 'number' ? row.value : 0
}

/** Returns the time after which changes can be unread. */
export async function loadHorizon(tx: Reader, { now }: Pick<Call, 'now'>, userId: number): Promise<Date> {
  const done = await loadDone(tx, userId)
  return done === 0 ? subDays(now, firstDays) : new Date(Math.max(done, subDays(now, mostDays).getTime()))
}

/** Marks everything up to `until` as done; it never moves back. Returns the time before, 0 if there was none. */
export async function moveHorizon(tx: Writer, { now }: Pick<Call, 'now'>, userId: number, until: Date): Promise<Date> {
  const before = await loadDone(tx, userId)
  const value = Math.max(before, Math.min(until.getTime(), now.getTime()))
  await tx.put('user_settings', [{ user_id: userId, name: setting, value }])
  return new Date(before)
}

/** Marks only what happened up to `until` as done, to undo a move; it never moves on. Returns the time before. */
export async function returnHorizon(tx: Writer, call: Pick<Call, 'now'>, userId: number, until: Date): Promise<Date> {
  const before = await loadDone(tx, userId)
  const horizon = await loadHorizon(tx, call, userId)
  if (until.getTime() <= 0) await tx.delete('user_settings', settingOf(userId))
  else if (until < horizon) await tx.put('user_settings', [{ user_id: userId, name: setting, value: until.getTime() }])
  return new Date(before)
}
