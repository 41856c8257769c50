// Types that the steps of writing bugs share.
import { groupBy } from '../../kernel/collections.js'
import type { BugRecord } from './record.js'
import type { Placement } from './resolve-bug.js'

/** A bug to write. */
export interface Planned {
  readonly bug: BugRecord
  readonly place: Placement
  readonly isNew: boolean
  readonly wasPublic: boolean
  /** Parts that could not be imported; reported with the outcome. */
  readonly problems: string[]
}

/** Rows of a bug that were not there before. */
export interface NewParts {
  readonly history: readonly number[]
  readonly comments: readonly number[]
  readonly attachments: readonly number[]
}

/** The ids of rows, by the bug that they belong to. */
export function idsByBug(rows: readonly { readonly id: number; readonly bug_id: number }[]): Map<number, number[]> {
  return new Map(
    Array.from(
      groupBy(rows, (row) => row.bug_id),
      ([bug, all]) => [bug, all.map(({ id }) => id)],
    ),
  )
}
