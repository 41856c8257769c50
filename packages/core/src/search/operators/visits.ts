// The caller's last visits to bugs, which are compared in memory; `%last_changed%` stands for when the bug was last changed.
import { pending, type VisitsWanted } from '../condition/pending.js'
import type { Scope } from '../condition/scope.js'
import type { ColumnOperator } from './ask.js'
import { compareTimes, timeMatcher } from './time.js'

export interface Visit {
  /** Of the bug. */
  readonly id: number
  readonly visited: Date
  readonly changed: Date
}

export const lastVisit: ColumnOperator<'bug_marks'> = (comparison, values, { test, scope }) => {
  const wanted = { kind: 'visits', comparison, values, test } as const
  // A bad time is rejected before anything is looked up.
  visitMatcher(wanted, scope)
  return pending<'bug_marks'>('bug_id', wanted)
}

/** Returns a test for visits. @throws illegal_date, invalid_regexp, search_field_operator_invalid */
export function visitMatcher({ comparison, values, test }: VisitsWanted, scope: Scope): (visit: Visit) => boolean {
  const context = { test, scope }
  const isChange = (value: string) => value.trim().toLowerCase() === '%last_changed%'
  const others = values.filter((value) => !isChange(value))
  const matches = timeMatcher(comparison, others, context)
  return ({ visited, changed }) =>
    matches(visited) || (others.length < values.length && compareTimes(comparison, visited, changed, context))
}
