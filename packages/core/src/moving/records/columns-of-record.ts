// The columns of a bug from its record.
import type { BugRow } from '../../access/find-bugs.js'
import type { BugField, FieldKind } from '../../domain/bugs/fields/field.js'
import { bugFieldEntries } from '../../domain/bugs/fields/index.js'
import type { BugRecord } from './record.js'

/** The column value for a value in a record; each kind of field has its own type. */
type ReadValue = (given: never, name: string, field: BugField) => BugRow[keyof BugRow]

/** The columns of fields of some kinds. */
export function columnsOfRecord(
  bug: BugRecord,
  kinds: Readonly<Partial<Record<FieldKind, ReadValue>>>,
): Partial<BugRow> {
  const values: Readonly<Record<string, unknown>> = bug
  const columns = bugFieldEntries.flatMap(([name, field]: readonly [string, BugField]) => {
    const [read, column] = [kinds[field.kind], field.column ?? field.search?.column]
    return field.record && read && column ? [[column, read(values[name] as never, name, field)] as const] : []
  })
  return Object.fromEntries(columns)
}
