// Undoing changes of a bug.
import type { Bug } from '@trackerkit/client'
import { fieldValue } from './field-value.js'
import { isListChange, type Change, type Changes } from './merge.js'
import { duplicate } from './resolution-options.js'
import { wayBack, type Metadata, type Reported } from './way-back.js'

/** An update of a bug. */
export interface Updated {
  /** The bug before. */
  readonly base: Bug
  readonly changes: Changes
  readonly reported: Reported
}

/** Returns the changes that undo an update; undefined if it cannot be undone or has changed nothing. */
export function reverseOf({ base, changes, reported }: Updated, metadata: Metadata): Changes | undefined {
  const rest = wayBack(changes, reported, metadata)
  const closed = closedAs(base, changes)
  if (!rest || !closed || Object.keys(reported).length === 0) return undefined
  const back: Record<string, Change> = {}
  for (const [field, value] of Object.entries(changes)) {
    if (field === 'minor_update') {
      back[field] = value
    } else if (isListChange(value)) {
      back[field] = { ...(value.remove && { add: value.remove }), ...(value.add && { remove: value.add }) }
    } else if (field !== 'resolution') {
      const before = fieldValue<Change>(base, field)
      back[field] = before === undefined ? '' : before
    }
  }
  return { ...back, ...rest, ...closed }
}

/** Closes a bug as it was closed before. Undefined if something would be lost. */
function closedAs({ is_open, resolution, dupe_of, remaining_time = 0 }: Bug, changes: Changes): Changes | undefined {
  if (is_open || !('status' in changes || 'resolution' in changes)) return {}
  // A change of the status to a closed one leaves no hours.
  if ('status' in changes && remaining_time > 0) return undefined
  if (resolution !== duplicate) return { resolution }
  // The user cannot see the other bug, or it has been deleted.
  return dupe_of === null ? undefined : { resolution, dupe_of }
}
