// The mark of a bug after its line was marked as done or unread, or put off.
import { subMilliseconds } from 'date-fns/subMilliseconds'
import type { BugRow } from '../../access/find-bugs.js'
import type { Mark } from '../marks/set.js'
import { seenUntil } from './record-seen.js'
import { undone } from './undo.js'

interface Change {
  readonly state: 'done' | 'unread' | 'later'
  readonly until: Date | undefined
  readonly horizon: Date
  readonly now: Date
  /** The time up to which the caller was shown the bug. */
  readonly seen: string | undefined
  /** The change that is undone. */
  readonly undo: string | undefined
}

/** A line that is marked as unread is one that was put off until now. Changes after `seen` stay unseen. */
export function markAfter(
  mark: Mark,
  bug: Pick<BugRow, 'last_change_time'>,
  { state, until, horizon, now, seen, undo }: Change,
): Mark {
  if (undo !== undefined) return undone(mark, undo)
  if (state === 'unread') {
    const isSeen = (mark.seen_until ?? horizon) >= bug.last_change_time
    const seen_until = isSeen ? subMilliseconds(bug.last_change_time, 1) : mark.seen_until
    return { ...mark, seen_until, later_until: now }
  }
  return { ...mark, seen_until: seenUntil(mark, bug, seen), later_until: until ?? null }
}
