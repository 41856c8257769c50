// The rows that belong to one bug.
import type { DbRow } from './connect.js'
import type { Owner } from './context.js'
import type { RecordOf } from '../passes/record-of.js'

export type BugRecord = RecordOf<'bug'>

/** The rows of one bug, by table. */
export interface BugRows {
  readonly bug: DbRow
  readonly of: ReadonlyMap<string, readonly DbRow[]>
}

/** The rows of a bug, and where those are reported that are left out. */
export interface Parts {
  readonly owner: Owner
  readonly rows: (table: string) => readonly DbRow[]
  /** Reports a row that is left out. */
  readonly leave: (table: string, problem: string) => void
}
