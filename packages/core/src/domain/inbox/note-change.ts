// The effect of a change on the mark of a user whom it concerns. Repeating it changes nothing.
import { blankMark, type Mark } from '../marks/insert-missing.js'
import { directReasons } from './reasons.js'

/** A change of a bug that concerns a user. */
export interface Concern {
  readonly user_id: number
  readonly bug_id: number
  readonly at: Date
  /** Bits. */
  readonly reasons: number
}

/** Returns the new mark, or undefined if it stays. `horizon`: the user is done with everything up to then. */
export function noteChange(before: Mark | undefined, concern: Concern, horizon: Date | undefined): Mark | undefined {
  const { user_id, bug_id, at, reasons } = concern
  const mark = before ?? { ...blankMark, user_id, bug_id }
  const isSeen = mark.seen_until !== null && at <= mark.seen_until
  const isNoted = mark.unread_at !== null && at <= mark.unread_at && (mark.reasons & reasons) === reasons
  if (isSeen || (horizon && at <= horizon)) return undefined
  const isDirect = (reasons & directReasons) !== 0
  if (mark.following === false && !isDirect) return undefined
  const isDelayed = mark.later_until !== null && mark.later_until > at && !isDirect
  if (isNoted && (isDelayed || mark.later_until === null)) return undefined
  const isUnread = mark.unread_at !== null && (!horizon || mark.unread_at > horizon)
  const changed_at = mark.changed_at && mark.changed_at > at ? mark.changed_at : at
  return {
    ...mark,
    changed_at,
    unread_at: isDelayed ? mark.unread_at : changed_at,
    reasons: isUnread ? mark.reasons | reasons : reasons,
    seen_until: !isUnread && horizon && (!mark.seen_until || mark.seen_until < horizon) ? horizon : mark.seen_until,
    later_until: isDelayed ? mark.later_until : null,
  }
}
