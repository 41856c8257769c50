// Custom fields: their values are rows, and a bug without a row has the value that the type starts with.
import type { Catalogue, Field } from '../../setup/catalogue.js'
import type { Where } from '../../schema/index.js'
import { fieldTypes } from '../../setup/field-types.js'
import { some } from '../condition/columns.js'
import type { SearchField } from './field.js'
import type { ColumnOperator } from '../operators/ask.js'
import { changesOf, changesOfBugs } from '../operators/changed.js'
import { choice } from '../operators/choice.js'
import type { Comparison } from '../condition/comparisons.js'
import { int, numberMatcher } from '../operators/number.js'
import { text, textMatcher } from '../operators/text.js'
import { time, timeMatcher } from '../operators/time.js'
import { onBug, onRelated, type FieldOperators } from '../operators/values.js'
import type { OperatorContext } from '../condition/scope.js'
import { customRows } from './readable-rows.js'
import { valuesSeen } from '../condition/visible-relations.js'

/** Returns true if a condition holds for the default value of bugs without a stored value. */
type StartsWith = (comparison: Comparison, values: readonly string[], context: OperatorContext) => boolean

const known = new WeakMap<Catalogue, ReadonlyMap<string, SearchField>>()

/** The custom fields in use, by name. */
export function customFields(catalogue: Catalogue): ReadonlyMap<string, SearchField> {
  const before = known.get(catalogue)
  if (before) return before
  const inUse = [...catalogue.fields].filter((field) => field.is_custom && !field.is_obsolete)
  const made = new Map(inUse.map((field) => [field.name, searchFieldOf(field)]))
  known.set(catalogue, made)
  return made
}

function searchFieldOf(field: Field): SearchField {
  const isSelect = field.type === fieldTypes.singleSelect || field.type === fieldTypes.multiSelect
  return {
    name: field.name,
    values: valuesOf(field),
    changes: field.type === fieldTypes.bugId ? changesOfBugs(field.name) : changesOf(field.name),
    ...(isSelect && { keepsCommas: true as const }),
  }
}

function valuesOf(field: Field): FieldOperators {
  const choices = () => field.values
  switch (field.type) {
    case fieldTypes.multiSelect:
      return onRelated('custom_values', choice('value_id', choices), { which: (scope) => valuesSeen(field, scope) })
    case fieldTypes.singleSelect:
      return single(field, choice('value_id', choices), (comparison, values, { test }) =>
        textMatcher(comparison, values, test.source.value)('---'),
      )
    case fieldTypes.integer:
    case fieldTypes.bugId:
      return single(field, int('number', customRows(field)), (comparison, values, context) =>
        numberMatcher(comparison, values, context)(0),
      )
    case fieldTypes.date:
    case fieldTypes.dateTime:
      return single(
        field,
        time('time', customRows(field)),
        (comparison, values, context) =>
          comparison === 'empty' || timeMatcher(comparison, values, context)(new Date(0)),
      )
    default:
      return single(
        field,
        text({ folded: 'text_folded', raw: 'text', rows: customRows(field) }),
        (comparison, values, { test }) => textMatcher(comparison, values, test.source.value)(''),
      )
  }
}

/** A field with one value for each bug. */
function single(field: Field, ask: ColumnOperator<'custom_values'>, startsWith: StartsWith): FieldOperators {
  return onBug((comparison, values, context) => {
    const stored = valuesSeen(field, context.scope)
    const found = some<'bugs', 'custom_values'>('custom_values', { and: [stored, ask(comparison, values, context)] })
    const absent: Where<'bugs'> = { not: some<'bugs', 'custom_values'>('custom_values', stored) }
    return startsWith(comparison, values, context) ? { or: [found, absent] } : found
  })
}
