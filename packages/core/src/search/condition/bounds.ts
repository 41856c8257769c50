// Limits of one search: its cost grows with the number of bugs for each condition.
import { TrackerError } from '../../kernel/errors.js'
import { countPieces, isBlank } from '../../kernel/scan.js'
import { mostEntries } from '../../call/define/inputs.js'
import { fullTextOperator, valueOperator } from './comparisons.js'
import type { PendingWhere } from './pending.js'
import type { Condition, Test } from './tree.js'

/** Maximum numbers by kind. */
const most = {
  parameters: mostEntries,
  charts: 200,
  words: 50,
  /** Looked for in texts that are read for it, one by one. */
  'patterns and whole words': 200,
  /** Of one criterion. */
  values: mostEntries,
  'columns to sort by': 20,
  /** A sort by product, by status and the like takes several; one by classification, or by a select field, one for each value. */
  'values to sort by': 500,
  comparisons: 2000,
  /** Each is checked for every candidate bug, with its related rows. */
  'conditions on comments, people, changes and the like': 500,
}

/** @throws search_too_complex, with `field` as the parameter at fault */
export function requireBounded(kind: keyof typeof most, count: number, field: string): void {
  const limit = most[kind]
  if (count > limit) throw new TrackerError('search_too_complex', { field, kind, count, limit })
}

/** @throws search_too_complex for a criterion with too many values, or too many words or patterns in all */
export function requireBoundedTests(condition: Condition): void {
  let [words, patterns] = [0, 0]
  for (const test of testsIn(condition)) {
    requireBounded('values', test.values.length, test.source.value)
    const { comparison = '' } = valueOperator(test.operator) ?? {}
    if (comparison === 'regexp' || comparison === 'word') patterns += test.values.length
    requireBounded('patterns and whole words', patterns, test.source.value)
    if (!fullTextOperator(test.operator)) continue
    words += countPieces(test.values.join(' '), isBlank)
    requireBounded('words', words, test.source.value)
  }
}

function testsIn(condition: Condition): readonly Test[] {
  if ('all' in condition) return condition.all.flatMap(testsIn)
  if ('any' in condition) return condition.any.flatMap(testsIn)
  if ('not' in condition) return testsIn(condition.not)
  return 'sameRow' in condition ? condition.sameRow.map(({ test }) => test) : [condition.test]
}

/** A predicate that a database can take, and answer in reasonable time. @throws search_too_complex */
export function requireAnswerable(where: PendingWhere): void {
  let [comparisons, related] = [0, 0]
  const waiting: PendingWhere[] = [where]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if ('and' in part) for (const member of part.and) waiting.push(member)
    else if ('or' in part) for (const member of part.or) waiting.push(member)
    else if ('not' in part) waiting.push(part.not)
    else if ('some' in part) {
      related++
      if (part.where) waiting.push(part.where)
    } else comparisons++
  }
  requireBounded('comparisons', comparisons, 'The search')
  requireBounded('conditions on comments, people, changes and the like', related, 'The search')
}
