// Fields that depend on nothing else. Pure.
import type { BugRow } from '../../../access/find-bugs.js'
import type { Catalogue } from '../../../setup/catalogue.js'
import { bugFieldEntries, type BugFieldName } from '../fields/index.js'

/** What an input gives the fields, by their names. */
export type FieldValues = { readonly [F in BugFieldName]?: unknown }

/** The fields whose columns follow from what the field itself is given. */
export const plainFields = bugFieldEntries.filter(([, { columns }]) => columns !== undefined)

/**
 * The columns that the given fields set; what is not given is left out.
 * @throws require_summary, object_not_specified, object_does_not_exist, param_invalid for a field that is not in use
 */
export function plainColumns(catalogue: Catalogue, input: FieldValues): Partial<BugRow> {
  const columns: Partial<BugRow> = {}
  for (const [name, field] of plainFields) {
    const given = input[name]
    if (given !== undefined) Object.assign(columns, field.columns?.(given as never, catalogue, name))
  }
  return columns
}

/** The same for a new bug. */
export function initialColumns(catalogue: Catalogue, input: FieldValues): Partial<BugRow> {
  const columns: Partial<BugRow> = {}
  for (const [name, field] of plainFields) {
    const given = input[name] ?? (field.defaultParameter && catalogue.parameters[field.defaultParameter])
    if (given !== undefined) Object.assign(columns, (field.initial ?? field.columns)?.(given as never, catalogue, name))
  }
  return columns
}

/** What a bug has before anything is said of it. */
export const blankColumns: Partial<BugRow> = Object.fromEntries(
  bugFieldEntries.flatMap(([, { blank = {} }]) => Object.entries(blank)),
)
