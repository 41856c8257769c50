import type {
  Entity,
  PlainCountByQuery,
  PlainCountByPart,
  PlainWhere,
  Relation,
  Schema,
  StoredValue,
  GroupCount,
} from '../store/index.js'
import type { Decode, Dialect } from './dialect.js'
import { countersFor, sumSql } from './counters.js'
import { columnOf, entityOf, relationOf } from './model.js'
import {
  columnSql,
  comparedSql,
  openScope,
  parameter,
  table,
  type StatementBuilder,
  type TableScope,
} from './statement-builder.js'
import { normalize } from './normal.js'
import { pageBinder } from './values.js'
import { heartbeatSql, whereSql } from './where.js'

/** Decodes the rows of the driver: values, then their count. */
export type DecodeGroupCounts = (read: readonly (readonly unknown[])[]) => GroupCount[]

/** The same query with normalized conditions. */
export function normalCountBy({ from, where, by, limit }: PlainCountByQuery): PlainCountByQuery {
  const parts = by.map((part) => ('via' in part && part.where ? { ...part, where: normalize(part.where) } : part))
  return { from, where: where && normalize(where), by: parts, limit }
}

export function countBySql(draft: StatementBuilder, query: PlainCountByQuery): string {
  const { dialect } = draft
  const { where } = query
  const counters = countersFor(draft, query.from, where, query.by)
  const scope = openScope(draft, counters ?? query.from, where)
  const parts = query.by.map((part) => partSql(draft, scope, part))
  const joins = parts.map(({ join }) => join()).join('')
  const condition = where ? whereSql(draft, scope, where, false) : 'TRUE'
  const places = parts.map((_, index) => index + 1)
  const order = places.map((place, index) => `${place}${parts[index]?.mayBeNull ? dialect.nulls(false) : ''}`)
  const [counted, heartbeat] = counters ? [sumSql(draft, scope), ''] : ['count(*)', heartbeatSql(draft, scope)]
  return (
    `SELECT ${parts.map(({ value }) => value).join(', ')}, ${counted} FROM ${table(draft, scope)}${joins}` +
    ` WHERE ${heartbeat}${condition} GROUP BY ${places.join(', ')} ORDER BY ${order.join(', ')}` +
    ` ${dialect.page(parameter(draft, pageBinder), undefined)}`
  )
}

/** A grouping expression, and the join of its table. */
interface PartSql {
  readonly value: string
  readonly mayBeNull: boolean
  readonly join: () => string
}

function partSql(draft: StatementBuilder, scope: TableScope, part: PlainCountByPart): PartSql {
  if ('via' in part) {
    const relation = relationOf(scope.entity, scope.name, part.via)
    const columns = relation.on.map((pair) => pair[1])
    const target = openScope(draft, relation.entity, part.where, { few: scope.few, columns })
    const sql = columnSql(draft, target, 'day' in part ? part.day : part.col)
    return {
      value: 'day' in part ? draft.dialect.day(sql) : sql,
      mayBeNull: true,
      join: () => joinSql(draft, scope, target, relation, part.where),
    }
  }
  const name = 'day' in part ? part.day : part.col
  // Sorting rows by the grouping is not worth it if an index finds few rows.
  const sql = comparedSql(draft, scope, name)
  return {
    value: 'day' in part ? draft.dialect.day(sql) : sql,
    mayBeNull: columnOf(scope.entity, scope.name, name).nullable,
    join: () => '',
  }
}

function joinSql(
  draft: StatementBuilder,
  scope: TableScope,
  target: TableScope,
  { on }: Relation,
  where: PlainWhere | undefined,
): string {
  const conditions = on.map(([here, there]) => `${columnSql(draft, target, there)} = ${columnSql(draft, scope, here)}`)
  if (where) conditions.push(whereSql(draft, target, where, false))
  return ` LEFT JOIN ${table(draft, target)} ON ${conditions.join(' AND ')}`
}

export function groupCountDecoder(
  schema: Schema,
  dialect: Dialect,
  { from, by }: PlainCountByQuery,
): DecodeGroupCounts {
  const entity = entityOf(schema, from)
  const decoders = by.map((part) => decoderOf(schema, dialect, entity, from, part))
  const value = (stored: unknown, decode: Decode | undefined) =>
    decode && stored !== null ? decode(stored) : (stored as StoredValue)
  return (read) =>
    read.map((row) => ({
      key: decoders.map((decode, index) => value(row[index], decode)) as GroupCount['key'],
      count: row[decoders.length] as number,
    }))
}

function decoderOf(
  schema: Schema,
  dialect: Dialect,
  entity: Entity,
  name: string,
  part: PlainCountByPart,
): Decode | undefined {
  if ('day' in part) return undefined
  if (!('via' in part)) return dialect.decoder(columnOf(entity, name, part.col))
  const target = relationOf(entity, name, part.via).entity
  return dialect.decoder(columnOf(entityOf(schema, target), target, part.col))
}
