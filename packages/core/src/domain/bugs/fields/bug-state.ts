// A bug and what belongs to it, as writes know it.
import type { Row } from '../../../schema/index.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { FlagState } from '../../flags/plan.js'

/** What one stored row holds of the value of a custom field. */
export type StoredValue = Pick<Row<'custom_values'>, 'text' | 'text_folded' | 'number' | 'time' | 'value_id'>

export type SeeAlso = Pick<Row<'bug_see_also'>, 'url' | 'local_bug_id'>

/** A bug and what belongs to it. Parts that are not loaded are empty. */
export interface BugState {
  readonly loaded: ReadonlySet<StatePart>
  row: BugRow
  aliases: readonly string[]
  /** User ids. */
  readonly cc: Set<number>
  groups: Set<number>
  keywords: Set<number>
  readonly depends_on: Set<number>
  readonly blocks: Set<number>
  /** By folded URL. */
  readonly see_also: Map<string, SeeAlso>
  /** By field id; a field without an entry has the value that its type starts with. */
  readonly custom: Map<number, readonly StoredValue[]>
  /** Those of the bug and those of its attachments. */
  flags: readonly FlagState[]
}

export type StatePart = 'aliases' | 'cc' | 'groups' | 'keywords' | 'dependencies' | 'see_also' | 'custom' | 'flags'
