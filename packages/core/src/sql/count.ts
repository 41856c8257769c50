import type { CountOptions, PlainWhere } from '../store/index.js'
import { column, openScope, parameter, table, type StatementBuilder } from './statement-builder.js'
import { countersFor, sumSql } from './counters.js'
import { filterSql, interruptibleFilterSql } from './select.js'
import { isIndexable } from './shape.js'
import { pageBinder } from './values.js'

/** Compiles a query that counts rows, up to a limit if there is one. */
export function countSql(
  draft: StatementBuilder,
  from: string,
  where: PlainWhere | undefined,
  { atMost, candidates = false }: CountOptions,
): string {
  const counters = countersFor(draft, from, where)
  if (counters !== undefined) {
    const scope = openScope(draft, counters, where)
    return `SELECT ${sumSql(draft, scope)} FROM ${table(draft, scope)}${filterSql(draft, scope, where)}`
  }
  const scope = openScope(draft, from, where)
  const rows = () => `FROM ${table(draft, scope)}${interruptibleFilterSql(draft, scope, where)}`
  if (atMost === undefined) return `SELECT count(*) ${rows()}`
  const counted = (candidates && where && candidatesSql(draft, from, where)) || `SELECT 1 ${rows()}`
  return `SELECT count(*) FROM (${counted} ${draft.dialect.page(parameter(draft, pageBinder), undefined)}) AS counted`
}

/** A query of the rows that a text index finds, for a condition that needs nothing else. */
function candidatesSql(draft: StatementBuilder, from: string, where: PlainWhere): string | undefined {
  const { substring } = draft.dialect
  if (!substring?.rows || !('contains' in where) || !isIndexable(where.contains)) return undefined
  const scope = openScope(draft, from, where)
  if (!substring.serves(scope.entity) || !column(scope, where.col).substringIndex) return undefined
  const encoded = parameter(draft, (needle) => substring.encode(needle as string))
  return substring.rows({ entity: from, column: where.col }, encoded)
}
