// When bugs count as changed.
import type { Call } from '../../../call/context.js'
import type { BugRow } from '../../../access/find-bugs.js'

/**
 * The call as one that changes these bugs: its time is now, but always later than their last change, though that may have been in
 * the same millisecond, or by a process whose clock is ahead, or before the clock was set back. Everything that the operation
 * writes of the bugs (rows, history, comments, attachments, flags) has this one time. So what happened to a bug rises in time,
 * nobody who asks for what is new since then misses anything, and no two states of a bug have the same update token.
 */
export function asChangeOf(call: Call, bugs: Iterable<Pick<BugRow, 'last_change_time'>>): Call {
  let latest = -Infinity
  for (const { last_change_time } of bugs) latest = Math.max(latest, last_change_time.getTime())
  return latest < call.now.getTime() ? call : { ...call, now: new Date(latest + 1) }
}
