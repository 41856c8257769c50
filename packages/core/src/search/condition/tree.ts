// A search as data: parameters and charts become a condition, which becomes one predicate.
import type { OperatorName } from './comparisons.js'

/** The inputs of a condition, for errors. */
export interface Source {
  readonly field: string
  readonly operator: string
  readonly value: string
}

/** One thing asked of one field. */
export interface Test {
  /** The internal name: 'short_desc', 'bug_status', 'cf_…'. */
  readonly field: string
  readonly operator: OperatorName
  /** Values to compare with, already split. Several mean any of them, or all of them for some operators. */
  readonly values: readonly string[]
  readonly source: Source
}

export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  /** All of these about one and the same row: one comment, one attachment, one change. */
  | { readonly sameRow: readonly RowTest[] }
  | { readonly test: Test }

/** A test of one row, or that it fails. */
export interface RowTest {
  readonly test: Test
  readonly isNegated: boolean
}

/** A test whose parts were all given in one input. */
export function test(
  field: string,
  operator: OperatorName,
  values: readonly string[],
  source: string | Source = field,
): Condition {
  const named = typeof source === 'string' ? { field: source, operator: source, value: source } : source
  return { test: { field, operator, values, source: named } }
}

/** Number of strings that count for relevance. */
const mostContents = 3

/** The first texts that are looked for in content and not to be absent. */
export function contentsOf(condition: Condition): string[] {
  const found = (one: Condition): string[] => {
    if ('all' in one) return one.all.flatMap(found)
    if ('any' in one) return one.any.flatMap(found)
    return 'test' in one && one.test.operator === 'matches' ? [...one.test.values] : []
  }
  return [...new Set(found(condition))].slice(0, mostContents)
}
