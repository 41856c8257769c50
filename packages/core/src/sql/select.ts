import type { Entity, PlainOrder, PlainQuery, PlainWhere } from '../store/index.js'
import {
  column,
  columnSql,
  openScope,
  parameter,
  table,
  type StatementBuilder,
  type TableScope,
} from './statement-builder.js'
import { relationOf } from './model.js'
import { asksForRange } from './path.js'
import { pageBinder } from './values.js'
import { heartbeatSql, relatedSql, whereSql } from './where.js'

/** The columns that a query asks for. */
export function columnsOf(entity: Entity, query: PlainQuery): readonly string[] {
  return query.columns ?? Object.keys(entity.columns)
}

export function selectSql(draft: StatementBuilder, query: PlainQuery, where: PlainWhere | undefined): string {
  const isFoundFirst = draft.dialect.readsBeforeSorting && query.limit !== undefined && relatedColumns(query).length > 0
  if (isFoundFirst) return foundFirstSql(draft, query, where)
  const scope = openScope(draft, query.from, where)
  const from = `${table(draft, scope)}${interruptibleFilterSql(draft, scope, where)}`
  const order = orderSql(draft, scope, query.order, where)
  return `SELECT ${selectedSql(draft, scope, query)} FROM ${from}${order}${limitSql(draft, query)}`
}

/** The keys of a page, joined to its rows, which are sorted once more because a join promises no order. */
function foundFirstSql(draft: StatementBuilder, query: PlainQuery, where: PlainWhere | undefined): string {
  const found = openScope(draft, query.from, where)
  const { key } = found.entity
  const keys = key.map((name) => columnSql(draft, found, name)).join(', ')
  const from = `${table(draft, found)}${interruptibleFilterSql(draft, found, where)}`
  const sorting = draft.values
  const page = `SELECT ${keys} FROM ${from}${orderSql(draft, found, query.order, where)}${limitSql(draft, query)}`
  // The same order binds the same values.
  draft.values = sorting
  const scope = openScope(draft, query.from, undefined, { few: true, columns: key })
  const joined = key.map((name) => `${columnSql(draft, scope, name)} = page.${draft.dialect.quote(name)}`).join(' AND ')
  const rows = `SELECT ${selectedSql(draft, scope, query)} FROM (${page}) AS page CROSS JOIN ${table(draft, scope)}`
  return `${rows} ON ${joined}${orderSql(draft, scope, query.order, undefined)}`
}

function selectedSql(draft: StatementBuilder, scope: TableScope, query: PlainQuery): string {
  const columns = [
    ...columnsOf(scope.entity, query).map((name) => columnSql(draft, scope, name)),
    ...relatedColumns(query).map(([relation, names]) => relatedRowsSql(draft, scope, relation, names)),
  ]
  return columns.join(', ') || 'NULL'
}

function limitSql(draft: StatementBuilder, query: PlainQuery): string {
  const limit = query.limit === undefined ? undefined : parameter(draft, pageBinder)
  const offset = query.offset === undefined ? undefined : parameter(draft, pageBinder)
  return limit === undefined && offset === undefined ? '' : ` ${draft.dialect.page(limit, offset)}`
}

/** The relations whose rows come with each row, and their columns. */
export function relatedColumns({
  with: wanted = {},
}: PlainQuery): (readonly [relation: string, names: readonly string[]])[] {
  return Object.entries(wanted).flatMap(([relation, asked]) => (asked ? [[relation, asked.columns] as const] : []))
}

/** Returns whether a list of related rows has the values of one column, instead of an array for each row. */
export function isPlainList(columns: readonly string[]): boolean {
  return columns.length === 1
}

function relatedRowsSql(draft: StatementBuilder, scope: TableScope, name: string, columns: readonly string[]): string {
  const relation = relationOf(scope.entity, scope.name, name)
  const { dialect } = draft
  return relatedSql(draft, { ...scope, few: true }, relation, undefined, (target) => {
    const values = columns.map((column) => columnSql(draft, target, column))
    const [only = ''] = values
    return dialect.list(isPlainList(columns) ? only : dialect.array(values))
  })
}

export function filterSql(draft: StatementBuilder, scope: TableScope, where: PlainWhere | undefined): string {
  return where ? ` WHERE ${whereSql(draft, scope, where, false)}` : ''
}

/** The same for a query, which may take long where many rows are looked at. */
export function interruptibleFilterSql(
  draft: StatementBuilder,
  scope: TableScope,
  where: PlainWhere | undefined,
): string {
  return where ? ` WHERE ${heartbeatSql(draft, scope)}${whereSql(draft, scope, where, false)}` : ''
}

/** The requested order and then the key; parts after a whole key and repeated columns are dropped. */
function orderSql(
  draft: StatementBuilder,
  scope: TableScope,
  order: readonly PlainOrder[] = [],
  where: PlainWhere | undefined,
): string {
  const { entity } = scope
  const sortsFirst = order.length === 0 && where !== undefined && asksForRange(entity, where)
  const parts: string[] = []
  const sorted = new Set<string>()
  for (const part of [...order, ...entity.key.map((col): PlainOrder => ({ col }))]) {
    if ('via' in part) parts.push(viaSql(draft, scope, part))
    else if ('ranked' in part) parts.push(rankSql(draft, scope, part))
    else if (!sorted.has(part.col)) {
      sorted.add(part.col)
      const { nullable } = column(scope, part.col)
      const sql = columnSql(draft, scope, part.col)
      const place = sortsFirst ? (draft.dialect.withoutIndex?.(sql) ?? sql) : sql
      parts.push(place + direction(draft, part, nullable))
    }
  }
  return ` ORDER BY ${parts.join(', ')}`
}

function viaSql(draft: StatementBuilder, scope: TableScope, part: Extract<PlainOrder, { via: string }>): string {
  const relation = relationOf(scope.entity, scope.name, part.via)
  const value = (target: TableScope) => `${part.desc ? 'max' : 'min'}(${columnSql(draft, target, part.col)})`
  return relatedSql(draft, scope, relation, part.where, value) + direction(draft, part, true)
}

function rankSql(draft: StatementBuilder, scope: TableScope, part: Extract<PlainOrder, { ranked: unknown }>): string {
  const { ranked } = part
  const cases = ranked.map((value, rank) => `WHEN ${Number(value)} THEN ${rank}`)
  if (cases.length === 0) return '(SELECT 0)'
  return `CASE ${columnSql(draft, scope, part.col)} ${cases.join(' ')} ELSE ${ranked.length} END${direction(draft, part, false)}`
}

function direction({ dialect }: StatementBuilder, { desc = false }: PlainOrder, nullable: boolean): string {
  return (desc ? ' DESC' : '') + (nullable ? dialect.nulls(desc) : '')
}
