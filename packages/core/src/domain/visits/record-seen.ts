// Opening a bug marks its changes as seen.
import type { BugRow } from '../../access/find-bugs.js'
import type { Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { blankMark } from '../marks/insert-missing.js'

/** The changes of a bug that a response contains, for `visits.record`. */
export function seenOf({ last_change_time }: Pick<BugRow, 'last_change_time'>): string {
  return String(last_change_time.getTime())
}

/** Sets the user's last visit of the bugs to now. Their changes are seen: all of them, or those up to `seen`. */
export async function recordSeen(
  tx: Writer,
  call: Call,
  user_id: number,
  bugs: readonly Pick<BugRow, 'id' | 'last_change_time'>[],
  seen: string | undefined,
): Promise<void> {
  const ids = bugs.map((bug) => bug.id)
  const where = { and: [{ col: 'user_id', eq: user_id } as const, { col: 'bug_id', in: ids } as const] }
  const known = new Map((await tx.select({ from: 'bug_marks', where })).map((mark) => [mark.bug_id, mark]))
  const shown = seen === undefined ? Infinity : Number(seen)
  await tx.put(
    'bug_marks',
    bugs.map(({ id: bug_id, last_change_time }) => {
      const mark = known.get(bug_id) ?? { ...blankMark, user_id, bug_id }
      const until = new Date(Math.min(shown, last_change_time.getTime()))
      const seen_until = mark.seen_until && mark.seen_until > until ? mark.seen_until : until
      const isBack = mark.later_until !== null && mark.later_until <= call.now
      return { ...mark, last_visit_ts: call.now, seen_until, ...(isBack && { later_until: null }) }
    }),
  )
}
