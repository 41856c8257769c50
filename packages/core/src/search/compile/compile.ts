// From the tree of a search to one predicate on bugs.
import { visibleBugs } from '../../access/visibility.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Where } from '../../schema/index.js'
import { requireAnswerable } from '../condition/bounds.js'
import { either, every } from '../condition/columns.js'
import type { SearchField } from '../fields/field.js'
import { searchField } from '../fields/fields.js'
import { changeOperator } from '../condition/comparisons.js'
import type { RowContext } from '../operators/values.js'
import type { Scope } from '../condition/scope.js'
import { narrowToProducts } from './narrow.js'
import type { Condition, RowTest, Test } from '../condition/tree.js'

/**
 * The bugs that satisfy a condition, of those that the caller may see; who selects them sees to that. Conditions for which values
 * or changes must be read come last: they read those of the bugs that all others leave.
 * @throws invalid_field_name, search_field_operator_invalid, number_not_numeric, illegal_date, invalid_regexp,
 *   search_too_complex
 */
export function bugsWanted(condition: Condition, scope: Scope): Where<'bugs'> {
  const candidates: Where<'bugs'>[] = []
  const others: Condition[] = []
  for (const part of partsOf(condition)) {
    let isRead = false
    const read = () => {
      isRead = true
      return []
    }
    const where = compile(part, { ...scope, lookup: { ...scope.lookup, values: read, changes: read } })
    if (isRead) others.push(part)
    else candidates.push(where)
  }
  const narrowed = narrowToProducts(candidates, scope.catalogue)
  const visible = every([...narrowed, visibleBugs(scope)])
  requireAnswerable(visible)
  if (others.length === 0) return every(narrowed)
  const among = { ...scope, candidates: visible }
  const found = [...narrowed, ...others.map((part) => compile(part, among))]
  requireAnswerable(every([...found, visibleBugs(scope)]))
  return every(found)
}

/** What is joined with AND. */
function partsOf(condition: Condition): readonly Condition[] {
  return 'all' in condition ? condition.all.flatMap(partsOf) : [condition]
}

/**
 * The bugs that satisfy a condition, as far as they are candidates.
 * @throws invalid_field_name, search_field_operator_invalid, number_not_numeric, illegal_date, invalid_regexp
 */
function compile(condition: Condition, scope: Scope): Where<'bugs'> {
  if ('all' in condition) return every(condition.all.map((part) => compile(part, scope)))
  if ('any' in condition) return either(condition.any.map((part) => compile(part, scope)))
  if ('not' in condition) return { not: compile(condition.not, scope) }
  if ('sameRow' in condition) return whereSameRow(condition.sameRow, scope)
  const { test } = condition
  const field = requireField(test, scope)
  return answers(field, test).where({ test, scope })
}

/** Tests of values are about one row with a value, tests of changes about one change. */
function whereSameRow(tests: readonly RowTest[], scope: Scope): Where<'bugs'> {
  const asked = tests.map((part): RowContext => ({ ...part, scope }))
  const ofValues = asked.filter((part) => !isOfChanges(part.test))
  const ofChanges = asked.filter((part) => isOfChanges(part.test))
  const groups = [ofValues, ofChanges].filter((group) => group.length > 0)
  return every(
    groups.map((group) => {
      const { test } = group[0] as RowContext
      return answers(requireField(test, scope), test).whereSameRow(group)
    }),
  )
}

function answers(field: SearchField, test: Test) {
  return isOfChanges(test) ? field.changes : field.values
}

function isOfChanges(test: Test): boolean {
  return changeOperator(test.operator) !== undefined
}

/** Fields that the caller may not search do not exist. @throws invalid_field_name */
function requireField({ field, source }: Test, { catalogue, who }: Scope): SearchField {
  const found = searchField(catalogue, field)
  const mayUse = { 'time tracker': who.isTimeTracker, insider: who.isInsider }
  if (!found || (found.needs && !mayUse[found.needs]))
    throw new TrackerError('invalid_field_name', { field: source.field, value: field })
  return found
}
