// Drafts for tests of rules, made without a store.
import type { BugRow } from '../src/access/find-bugs.js'
import { emptyParts, type BugParts } from '../src/domain/bugs/fields/bug-parts.js'
import { blankColumns } from '../src/domain/bugs/fields/bug-row.js'
import { createDraft, type AnyDraft } from '../src/domain/bugs/state/draft.js'

/** Bug 1, a new one when `isNew`, with blank columns and empty parts except for these. */
export function draftOf(given: { row?: Partial<BugRow>; parts?: Partial<BugParts>; isNew?: boolean } = {}): AnyDraft {
  const { row, parts, isNew } = given
  return createDraft({ id: 1, ...blankColumns, ...row } as BugRow, { ...emptyParts, ...parts }, isNew)
}
