// The row of a bug, as far as it follows from the fields.
import type { BugRow } from '../../../access/find-bugs.js'
import { bugFieldEntries } from './index.js'
import type { SelectField } from './values.js'

/** The columns of a new bug that belong to no field. */
const counters = {
  group_count: 0,
  percentage_complete: 0,
  comment_count: 0,
  public_comment_count: 0,
  last_mail_time: null,
  last_changer_id: null,
  others_changed_at: null,
}

/** The columns of a bug before any input is applied. */
export const blankColumns: Partial<BugRow> = {
  ...Object.fromEntries(bugFieldEntries.flatMap(([, { blank = {} }]) => Object.entries(blank))),
  ...counters,
}

const derivedFields = bugFieldEntries.flatMap(([, { column, derived }]) =>
  column && derived ? [{ column, derived }] : [],
)

/** The columns that follow from one field each; of those fields that differ, for a bug that was there `before`. */
export function derivedOf(row: BugRow, before?: Readonly<BugRow>): Partial<BugRow> {
  const columns: Partial<BugRow> = {}
  for (const { column, derived } of derivedFields)
    if (!before || before[column] !== row[column]) Object.assign(columns, derived(row))
  return columns
}

/** The columns that every bug is given. */
type GivenColumn =
  | 'summary'
  | 'product_id'
  | 'component_id'
  | 'version_id'
  | 'target_milestone_id'
  | `${SelectField}_id`
  | 'is_open'
  | 'is_confirmed'
  | 'creator_id'
  | 'assigned_to_id'
  | 'creation_time'
  | 'last_change_time'

export type GivenColumns = Pick<BugRow, GivenColumn>

/** The whole row of a bug that no operation writes: of programs that fill a store with many. The store gives the id, or `given`. */
export function newBugRow<G extends GivenColumns & Partial<BugRow>>(given: G): Omit<BugRow, 'id'> & G {
  const row = { qa_contact_id: null, ...blankColumns, ...given } as unknown as BugRow & G
  return { ...row, ...derivedOf(row) }
}
