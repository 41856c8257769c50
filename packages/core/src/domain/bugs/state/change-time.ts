// When bugs count as changed.
import type { Call } from '../../../call/context.js'
import type { BugRow } from '../../../access/find-bugs.js'

/**
 * The call, with a time for changes of these bugs: now, but always later than their last change. The last change may be
 * in the same millisecond, come from a process whose clock is ahead, or predate a clock adjustment. All rows that the
 * operation writes for the bugs (history, comments, attachments, flags) share this time. As a result, changes of a bug
 * are in order, clients that ask for news since a time miss nothing, and each state of a bug has its own update token.
 */
export function asChangeOf(call: Call, bugs: Iterable<Pick<BugRow, 'last_change_time'>>): Call {
  let latest = -Infinity
  for (const { last_change_time } of bugs) latest = Math.max(latest, last_change_time.getTime())
  return latest < call.now.getTime() ? call : { ...call, now: new Date(latest + 1) }
}
