// The tree of a search in short, to compare it with.
import type { Condition, RowTest, Test } from '../src/search/condition/tree.js'

/** 'field operator value|value', joined and nested by brackets. */
export function short(condition: Condition): string {
  if ('all' in condition) return condition.all.length === 1 ? only(condition.all) : `and(${list(condition.all)})`
  if ('any' in condition) return condition.any.length === 1 ? only(condition.any) : `or(${list(condition.any)})`
  if ('not' in condition) return `not ${short(condition.not)}`
  if ('sameRow' in condition) return `same(${condition.sameRow.map(shortRow).join(', ')})`
  return shortTest(condition.test)
}

const list = (conditions: readonly Condition[]) => conditions.map(short).join(', ')
const only = ([condition]: readonly Condition[]) => (condition ? short(condition) : '')
const shortRow = ({ test, isNegated }: RowTest) => `${isNegated ? 'not ' : ''}${shortTest(test)}`
const shortTest = ({ field, operator, values }: Test) => `${field} ${operator} ${values.join('|')}`.trim()
