// The data of a bug beside its row, as writes use it.
import type { Row } from '../../../schema/index.js'
import type { FlagState } from '../../flags/plan.js'

/** One stored row of a custom field's value. */
export type StoredValue = Pick<Row<'custom_values'>, 'text' | 'text_folded' | 'number' | 'time' | 'value_id'>

export type SeeAlso = Pick<Row<'bug_see_also'>, 'url' | 'local_bug_id'>

/** The parts of a bug: each is loaded when a rule needs it, and replaced as a whole. */
export interface BugParts {
  readonly aliases: readonly string[]
  /** User ids. */
  readonly cc: ReadonlySet<number>
  /** Group ids. */
  readonly groups: ReadonlySet<number>
  readonly keywords: ReadonlySet<number>
  /** Bug ids, in both directions. */
  readonly dependencies: { readonly depends_on: ReadonlySet<number>; readonly blocks: ReadonlySet<number> }
  /** By folded URL. */
  readonly see_also: ReadonlyMap<string, SeeAlso>
  /** By field id; a field without an entry has the value that its type starts with. */
  readonly custom: ReadonlyMap<number, readonly StoredValue[]>
  /** Those of the bug and those of its attachments. */
  readonly flags: readonly FlagState[]
}

export type PartName = keyof BugParts

/** The parts of a bug that has none of them. */
export const emptyParts: BugParts = {
  aliases: [],
  cc: new Set(),
  groups: new Set(),
  keywords: new Set(),
  dependencies: { depends_on: new Set(), blocks: new Set() },
  see_also: new Map(),
  custom: new Map(),
  flags: [],
}
