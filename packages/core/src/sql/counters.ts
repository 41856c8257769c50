// Counts of rows that triggers keep: a table with one row for each combination of values.
import type { Counters, Entity, PlainCountByPart, PlainWhere, Schema, StoreFault } from '../store/index.js'
import type { Dialect, StoredEntity } from './dialect.js'
import { entityOf } from './model.js'
import { columnSql, type StatementBuilder, type TableScope } from './statement-builder.js'

/** The column of counts. */
export const counted = 'rows'

/** The schema, and the tables of its counters as further entities. */
export function withCounters(schema: Schema): Schema {
  const all: Record<string, Entity> = { ...schema }
  for (const { entity, counters } of countersIn(schema))
    all[counters.name] = { ...countersTable(entityOf(schema, entity), counters), relations: {} }
  return all
}

/** The table of the counters of an entity. */
export function countersTable({ columns }: StoredEntity, { by }: Counters): StoredEntity {
  const values = Object.entries(columns).filter(([name]) => by.includes(name))
  return { columns: { ...Object.fromEntries(values), [counted]: { type: 'int', nullable: false } }, key: by }
}

/** The table whose counts answer a query. Undefined if it is about more than the counted columns. */
export function countersFor(
  { schema, dialect }: StatementBuilder,
  from: string,
  where: PlainWhere | undefined,
  by: readonly PlainCountByPart[] = [],
): string | undefined {
  const { counters } = entityOf(schema, from)
  if (!counters || !dialect.counters) return undefined
  const isCounted = (part: PlainCountByPart) => !('via' in part) && !('day' in part) && counters.by.includes(part.col)
  return by.every(isCounted) && (!where || isAbout(where, counters.by)) ? counters.name : undefined
}

function isAbout(where: PlainWhere, columns: readonly string[]): boolean {
  if ('and' in where) return where.and.every((member) => isAbout(member, columns))
  if ('or' in where) return where.or.every((member) => isAbout(member, columns))
  if ('not' in where) return isAbout(where.not, columns)
  if ('some' in where) return false
  return columns.includes(where.col) && (!('eqCol' in where) || columns.includes(where.eqCol))
}

/** How many rows were counted. In PostgreSQL a sum of integers is a decimal number. */
export function sumSql(draft: StatementBuilder, scope: TableScope): string {
  return `CAST(coalesce(sum(${columnSql(draft, scope, counted)}), 0) AS bigint)`
}

/** The fault of counts that do not match the rows. */
export function wrongCounts(entity: string, { name }: Counters): StoreFault {
  return { text: `the counts in ${name} do not match the rows of ${entity}`, isRepairable: true }
}

/** All counters of a schema. */
export function countersIn(schema: Schema): { readonly entity: string; readonly counters: Counters }[] {
  return Object.entries(schema).flatMap(([entity, { counters }]) => (counters ? [{ entity, counters }] : []))
}

/** Statements that replace the counts by those of the rows there are. */
export function recountSql(dialect: Dialect, name: string, counters: Counters): string[] {
  return [`DELETE FROM ${dialect.table(counters.name)}`, fillCountersSql(dialect, name, counters)]
}

/** A statement that counts the rows there are. */
export function fillCountersSql(dialect: Dialect, name: string, { name: table, by }: Counters): string {
  return (
    `INSERT INTO ${dialect.table(table)} (${listed(dialect, [...by, counted])}) ` +
    `SELECT ${listed(dialect, by)}, count(*) FROM ${dialect.table(name)} GROUP BY ${listed(dialect, by)}`
  )
}

/** A query that returns a row if the counts are not those of the rows. */
export function wrongCountsSql(dialect: Dialect, name: string, { name: table, by }: Counters): string {
  const kept = `SELECT ${listed(dialect, [...by, counted])} FROM ${dialect.table(table)}`
  const real = `SELECT ${listed(dialect, by)}, count(*) FROM ${dialect.table(name)} GROUP BY ${listed(dialect, by)}`
  return `SELECT 1 FROM (${kept} EXCEPT ${real}) AS wrong UNION ALL SELECT 1 FROM (${real} EXCEPT ${kept}) AS lacking LIMIT 1`
}

function listed(dialect: Dialect, columns: readonly string[]): string {
  return columns.map((column) => dialect.quote(column)).join(', ')
}
