// Opening a bug marks its changes as seen.
import * as z from 'zod'
import type { BugRow } from '../../access/find-bugs.js'
import type { Call } from '../../call/context.js'
import { limited } from '../../call/define/inputs.js'
import type { Writer } from '../../schema/index.js'
import { blankMark, marksOf, type Mark } from '../marks/set.js'

/** The changes of a bug that a response contains, for `visits.record` and `inbox.update`. */
export function seenOf({ last_change_time }: Pick<BugRow, 'last_change_time'>): string {
  return String(last_change_time.getTime())
}

export const seenInput = limited(z.string().regex(/^\d+$/), 15)

/** Changes up to `seen` are seen, at most the existing ones. It never moves back. */
export function seenUntil(
  mark: Pick<Mark, 'seen_until'>,
  { last_change_time }: Pick<BugRow, 'last_change_time'>,
  seen: string | undefined,
): Date {
  const shown = new Date(Math.min(Number(seen ?? Infinity), last_change_time.getTime()))
  return mark.seen_until && mark.seen_until > shown ? mark.seen_until : shown
}

/** Sets the user's last visit of the bugs to now. Their changes are seen: all of them, or those up to `seen`. */
export async function recordSeen(
  tx: Writer,
  call: Call,
  user_id: number,
  bugs: readonly Pick<BugRow, 'id' | 'last_change_time'>[],
  seen: string | undefined,
): Promise<void> {
  const where = marksOf(
    user_id,
    bugs.map((bug) => bug.id),
  )
  const known = new Map((await tx.select({ from: 'bug_marks', where })).map((mark) => [mark.bug_id, mark]))
  await tx.put(
    'bug_marks',
    bugs.map((bug) => {
      const mark = known.get(bug.id) ?? { ...blankMark, user_id, bug_id: bug.id }
      const isBack = mark.later_until !== null && mark.later_until <= call.now
      const seen_until = seenUntil(mark, bug, seen)
      return { ...mark, last_visit_ts: call.now, seen_until, ...(isBack && { later_until: null }) }
    }),
  )
}
