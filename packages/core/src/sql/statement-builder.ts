import type { Column, Entity, PlainWhere, Schema } from '../store/index.js'
import type { Dialect } from './dialect.js'
import { columnOf, entityOf, leads } from './model.js'
import { competes, pinnedColumns, unusualColumns } from './path.js'
import type { Binder } from './values.js'

/**
 * A statement and its parameters. Queries of one shape get the same text, so one prepared statement serves them all.
 */
export interface Statement {
  readonly sql: string
  readonly parameters: unknown[]
}

/** A parameter of a statement: the index and encoding of a value. One value may be bound at two places. */
export interface Parameter {
  readonly value: number
  readonly bind: Binder
}

/** A statement builder. Parts and parameters are added in the order of the statement. */
export interface StatementBuilder {
  readonly schema: Schema
  readonly dialect: Dialect
  readonly parameters: Parameter[]
  /** How many bound values have been met. */
  values: number
  /** How many tables have been named. */
  tables: number
}

/** One table of a statement. */
export interface TableScope {
  readonly name: string
  readonly entity: Entity
  readonly alias: string
  /** True if few of its rows are checked, so that checking each is cheaper than preparing a set. */
  readonly few: boolean
  /**
   * True if the current condition can find its rows: not within an `or` with a member that is true of very many rows.
   */
  readonly isDriving: boolean
  /** The columns that find its rows best; empty if the database decides. */
  readonly drivers: readonly string[]
}

export function createStatementBuilder(schema: Schema, dialect: Dialect): StatementBuilder {
  return { schema, dialect, parameters: [], values: 0, tables: 0 }
}

/**
 * Brings a table into a statement.
 * @param where what its rows have to satisfy
 * @param joined the columns by which it is joined to a table before it, and whether few rows of that one are looked at
 */
export function openScope(
  draft: StatementBuilder,
  name: string,
  where: PlainWhere | undefined,
  joined: { readonly few: boolean; readonly columns: readonly string[] } = { few: false, columns: [] },
): TableScope {
  const entity = entityOf(draft.schema, name)
  const pinned = pinnedColumns(entity, where)
  const joints = joined.columns.filter((joint) => leads(entity, joint))
  const found = [...joints, ...pinned]
  const drivers = found.length > 0 ? found : unusualColumns(entity, where)
  return { name, entity, alias: `t${draft.tables++}`, few: joined.few || pinned.length > 0, isDriving: true, drivers }
}

/** A table as FROM names it. */
export function table({ dialect }: StatementBuilder, { name, alias }: TableScope): string {
  return `${dialect.table(name)} AS ${alias}`
}

/** Binds the value at index `value`; by default the next one. */
export function parameter(draft: StatementBuilder, bind: Binder, value = draft.values++): string {
  draft.parameters.push({ value, bind })
  return draft.dialect.parameter(draft.parameters.length)
}

/** The declaration of a column. */
export function column(scope: TableScope, name: string): Column {
  return columnOf(scope.entity, scope.name, name)
}

/** A column as an expression of the statement. */
export function columnSql({ dialect }: StatementBuilder, scope: TableScope, name: string): string {
  column(scope, name)
  return `${scope.alias}.${dialect.quote(name)}`
}

/** A column that is compared: kept out of the choice of index where it would draw the database away from a better one. */
export function comparedSql(draft: StatementBuilder, scope: TableScope, name: string): string {
  const sql = columnSql(draft, scope, name)
  return competes(scope.entity, scope.drivers, name) ? (draft.dialect.withoutIndex?.(sql) ?? sql) : sql
}
