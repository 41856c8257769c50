// The user who changed a bug last, and when others did. Inboxes skip bugs that only their user changed.
import type { BugRow } from '../../../access/find-bugs.js'
import type { Call } from '../../../call/context.js'
import { millisecondsPerDay } from '../../../kernel/times.js'

type Columns = Pick<BugRow, 'last_change_time' | 'last_changer_id' | 'others_changed_at'>

/** Days for which inboxes show changes. */
export const daysOfChanges = 90

/** The columns of a bug that the caller changes now (see asChangeOf). */
export function changedByCaller(call: Pick<Call, 'now' | 'who'>, before: Columns): Columns {
  const last_changer_id = call.who.user?.id ?? null
  const isSame = last_changer_id !== null && last_changer_id === before.last_changer_id
  const others_changed_at = isSame ? before.others_changed_at : dayAfter(before.last_change_time, call.now)
  return { last_change_time: call.now, last_changer_id, others_changed_at }
}

/** The columns of bugs that are changed now by a user who need not be known: all inboxes look for changes by others. */
export function changedByAnyone({ now }: Pick<Call, 'now'>): Pick<Columns, 'last_change_time' | 'last_changer_id'> {
  return { last_change_time: now, last_changer_id: null }
}

/** The end of the day, so that most bugs of a bulk change get the same. */
function dayAfter(time: Date, now: Date): Date | null {
  if (now.getTime() - time.getTime() > daysOfChanges * millisecondsPerDay) return null
  return new Date(Math.ceil(time.getTime() / millisecondsPerDay) * millisecondsPerDay)
}
