// Undo of a line that was marked as done or put off: its earlier mark, which the user keeps.
import * as z from 'zod'
import { limited } from '../../call/define/inputs.js'
import type { Mark } from '../marks/set.js'

type Times = Pick<Mark, 'seen_until' | 'later_until'>

/** The times before a change, and the one until which the change put the line off; empty for none. */
export function undoOf(before: Times, after: Times): string {
  const times = [before.seen_until, before.later_until, after.later_until]
  return times.map((time) => time?.getTime() ?? '').join('.')
}

export const undoInput = limited(z.string().regex(/^(?:\d{1,13})?\.(?:\d{1,13})?\.(?:\d{1,13})?$/), 50)

/**
 * The mark as before the change. Nothing becomes seen by it, because another undo may have made more unread, and a line
 * that was put off since by another change stays so.
 */
export function undone(mark: Mark, undo: string): Mark {
  const [seen = null, later = null, setLater = null] = undo.split('.').map(timeOf)
  const isPutOffSince = mark.later_until?.getTime() !== setLater?.getTime()
  return { ...mark, seen_until: earlier(mark.seen_until, seen), ...(!isPutOffSince && { later_until: later }) }
}

function timeOf(text: string): Date | null {
  return text === '' ? null : new Date(Number(text))
}

/** Without a time, nothing was seen. */
function earlier(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return null
  return a < b ? a : b
}
