// Merges changes into a bug that others have changed.
import type { Bug } from '@trackerkit/client'
import { fieldValue } from './field-value.js'
import { isListChange, type Change, type Changes } from './merge.js'

/** A field that two people have changed to different values. */
export interface Collision {
  readonly field: string
  readonly before: string
  readonly theirs: string
  readonly mine: string
}

export interface Merged {
  /** The changes that remain to be sent. */
  readonly changes: Changes
  readonly collisions: readonly Collision[]
}

/** Compares the bug as it was, as it is now, and as edited. `own`: the user's own changes since. */
export function merge(base: Bug, theirs: Bug, changes: Changes, ownChanges: Changes = {}): Merged {
  const still: Record<string, Change> = {}
  const collisions: Collision[] = []
  for (const [field, mine] of Object.entries(changes)) {
    const [before, now, yours] = [valueText(base, field), valueText(theirs, field), textOf(mine)]
    if (!isListChange(mine) && now === yours) continue
    still[field] = mine
    const isOwn = field in ownChanges && now === textOf(ownChanges[field])
    if (!isListChange(mine) && field in base && now !== before && !isOwn) {
      collisions.push({ field, before, theirs: now, mine: yours })
    }
  }
  return { changes: still, collisions }
}

/** The changes without the fields in which the others are to win. */
export function without(changes: Changes, fields: ReadonlySet<string>): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !fields.has(field)))
}

function valueText(bug: Bug, field: string): string {
  return textOf(fieldValue<unknown>(bug, field))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
