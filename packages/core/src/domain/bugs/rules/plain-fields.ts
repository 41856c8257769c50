// Fields that depend on nothing else. Pure.
import type { BugRow } from '../../../access/find-bugs.js'
import { bugFieldEntries, type BugFieldName } from '../fields/index.js'
import { TrackerError } from '../../../kernel/errors.js'
import { internalNameOf } from '../fields/names.js'
import { isOn, type Catalogue } from '../../../setup/catalogue.js'
import { rule, type CreateWrite } from './rule.js'

/** A new bug requires a summary. */
export const summaryRule = rule({
  name: 'summary',
  needs: [],
  applies: () => false,
  create(_draft, { input: { summary } }) {
    if (summary === undefined) throw new TrackerError('require_summary', { field: 'summary' })
  },
})

export const plainFieldsRule = rule({
  name: 'plain fields',
  needs: [],
  applies: () => true,
  create({ row }, write) {
    Object.assign(row, initialColumns(write.call.catalogue, settable(write)))
  },
  update({ row }, { call, input }) {
    Object.assign(row, plainColumns(call.catalogue, input))
  },
})

/** The fields that the caller may set on a new bug. The remaining hours start as the estimate. */
function settable({ call: { catalogue, who }, input }: CreateWrite): FieldValues {
  const given: { [field: string]: unknown } = {}
  for (const [name, { changedBy, rights }] of plainFields) {
    if (changedBy === 'time tracker' && !who.isTimeTracker) continue
    if (rights === 'priority' && !isOn(catalogue, 'letsubmitterchoosepriority')) continue
    given[name] = (input as FieldValues)[name]
  }
  if (who.isTimeTracker) given.remaining_time = input.estimated_time || input.remaining_time
  return given
}

type FieldValues = { readonly [F in BugFieldName]?: unknown }

/** The fields whose columns depend only on their own input. */
const plainFields = bugFieldEntries.filter(([, { columns }]) => columns !== undefined)

/**
 * The columns that the given fields set.
 * @throws require_summary, object_not_specified, object_does_not_exist, param_invalid for a field that is not in use
 */
function plainColumns(catalogue: Catalogue, input: FieldValues): Partial<BugRow> {
  const columns: Partial<BugRow> = {}
  for (const [name, field] of plainFields) {
    const given = input[name]
    if (given !== undefined)
      Object.assign(columns, field.columns?.(given as never, catalogue, name, internalNameOf(name)))
  }
  return columns
}

/** The same for a new bug. */
function initialColumns(catalogue: Catalogue, input: FieldValues): Partial<BugRow> {
  const columns: Partial<BugRow> = {}
  for (const [name, field] of plainFields) {
    const given = input[name] ?? (field.defaultParameter && catalogue.parameters[field.defaultParameter])
    if (given === undefined) continue
    const toColumns = field.initial ?? field.columns
    Object.assign(columns, toColumns?.(given as never, catalogue, name, internalNameOf(name)))
  }
  return columns
}
