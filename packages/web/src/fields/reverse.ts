// Undoing changes of a bug.
import type { Bug } from '@trackerkit/client'
import { fieldValue } from './field-value.js'
import { isListChange, type Change, type Changes } from './merge.js'

/** Returns the changes that undo these; undefined if they cannot be undone. */
export function reverseOf(base: Bug, changes: Changes): Changes | undefined {
  const back: Record<string, Change> = {}
  for (const [field, value] of Object.entries(changes)) {
    if (['comment', 'comment_is_private', 'product', 'groups', 'dupe_of', 'work_time'].includes(field)) return undefined
    if (field === 'minor_update') {
      back[field] = value
    } else if (isListChange(value)) {
      back[field] = { ...(value.remove && { add: value.remove }), ...(value.add && { remove: value.add }) }
    } else {
      const before = fieldValue<Change>(base, field)
      back[field] = before === undefined ? '' : before
    }
  }
  return back
}
