// From the tree of a search to one predicate on bugs.
import { visibleBugs } from '../../access/visibility.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Where } from '../../schema/index.js'
import { requireAnswerable } from '../condition/bounds.js'
import { either, every } from '../condition/columns.js'
import type { SearchField } from '../fields/field.js'
import { searchField } from '../fields/fields.js'
import { maySearchBy } from '../fields/require.js'
import { changeOperator } from '../condition/comparisons.js'
import type { RowContext } from '../operators/values.js'
import type { Lookup, PendingWhere } from '../condition/pending.js'
import type { Scope } from '../condition/scope.js'
import { lookupsIn } from './fill.js'
import { narrowToProducts } from './narrow.js'
import type { Condition, RowTest, Test } from '../condition/tree.js'

/** A search as one predicate, with its lookups. */
export interface CompiledSearch {
  /** The bugs that satisfy it. The caller adds visibility. */
  readonly wanted: PendingWhere
  /** The visible bugs that are left by all parts but the expensive ones, which are asked among them. */
  readonly visibleCandidates: PendingWhere
  readonly lookups: readonly Lookup[]
}

/**
 * Parts for which values or changes must be read come last.
 * @throws search_too_complex, and what compile throws
 */
export function compileSearch(condition: Condition, scope: Scope): CompiledSearch {
  const parts = partsOf(condition).map((part) => bugsWanted(part, scope))
  const lookups = lookupsIn({ and: parts })
  const expensiveParts = lookups.some(isExpensive) ? parts.filter((part) => lookupsIn(part).some(isExpensive)) : []
  const others = parts.filter((part) => !expensiveParts.includes(part))
  const narrowed = narrowToProducts(others, scope.catalogue)
  const wanted = every([...narrowed, ...expensiveParts])
  const visible = visibleBugs(scope)
  const visibleCandidates = every([...narrowed, visible])
  requireAnswerable(visibleCandidates)
  if (expensiveParts.length > 0) requireAnswerable(every([wanted, visible]))
  return { wanted, visibleCandidates, lookups }
}

function isExpensive({ kind }: Lookup): boolean {
  return kind === 'changes' || kind === 'values'
}

/** Returns the conditions joined with AND. */
function partsOf(condition: Condition): readonly Condition[] {
  return 'all' in condition ? condition.all.flatMap(partsOf) : [condition]
}

/**
 * The bugs that satisfy a condition, as far as they are candidates.
 * @throws invalid_field_name, search_field_operator_invalid, number_not_numeric, illegal_date, invalid_regexp
 */
export function compile(condition: Condition, scope: Scope): PendingWhere {
  return bugsWanted(condition, scope)
}

function bugsWanted(condition: Condition, scope: Scope): Where<'bugs'> {
  if ('all' in condition) return every(condition.all.map((part) => bugsWanted(part, scope)))
  if ('any' in condition) return either(condition.any.map((part) => bugsWanted(part, scope)))
  if ('not' in condition) return { not: bugsWanted(condition.not, scope) }
  if ('sameRow' in condition) return whereSameRow(condition.sameRow, scope)
  const { test } = condition
  const field = requireField(test, scope)
  return answers(field, test).where({ test, scope })
}

/** Tests of values are about one row with a value, tests of changes about one change. */
function whereSameRow(given: readonly RowTest[], scope: Scope): Where<'bugs'> {
  const tests = given.map((part): RowContext => ({ ...part, scope }))
  const ofValues = tests.filter((part) => !isOfChanges(part.test))
  const ofChanges = tests.filter((part) => isOfChanges(part.test))
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
  if (!found || !maySearchBy(found, who))
    throw new TrackerError('invalid_field_name', { field: source.field, value: field })
  return found
}
