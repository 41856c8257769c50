import type { CountOptions, PlainQuery, PlainRow, PlainCountByQuery, PlainWhere, Schema } from '../store/index.js'
import { createLruCache } from '../store/lru-cache.js'
import type { Dialect } from './dialect.js'
import {
  createStatementBuilder,
  openScope,
  parameter,
  table,
  type StatementBuilder,
  type Parameter,
  type Statement,
} from './statement-builder.js'
import { createRowWriter, type InsertStatement, type RowWriter } from './insert.js'
import { columnOf, entityOf, requirePlainNames } from './model.js'
import { normalize } from './normal.js'
import { queryDecoder, type DecodeRows } from './rows.js'
import { countSql } from './count.js'
import { withCounters } from './counters.js'
import { filterSql, selectSql } from './select.js'
import { shapeOfCount, shapeOfSelect, shapeOfCountBy, shapeOfWhere, type Bound } from './shape.js'
import { normalCountBy, groupCountDecoder, countBySql, type DecodeGroupCounts } from './count-by.js'
import { columnBinder } from './values.js'

export interface SelectStatement extends Statement {
  readonly decode: DecodeRows
}

/** A `countBy` query as SQL, and the decoder of its counts. */
export interface CountByStatement extends Statement {
  readonly decode: DecodeGroupCounts
}

/** Turns the seven verbs into SQL, for one schema and one dialect. */
export interface Compiler {
  select(query: PlainQuery): SelectStatement
  /** Answers one row of one number. */
  count(from: string, where?: PlainWhere, options?: CountOptions): Statement
  countBy(query: PlainCountByQuery): CountByStatement
  /** Statements to run in order, all or none. */
  insert(into: string, rows: readonly PlainRow[]): InsertStatement[]
  /** Statements to run in order, all or none, for rows that are whole. */
  put(into: string, rows: readonly PlainRow[]): Statement[]
  /** `set` names at least one column. */
  update(name: string, where: PlainWhere, set: PlainRow): Statement
  delete(from: string, where: PlainWhere): Statement
}

/** Results computed once for all queries of one shape. */
interface Plan {
  readonly sql: string
  readonly parameters: readonly Parameter[]
}

interface SelectPlan extends Plan {
  readonly decode: DecodeRows
}

interface CountByPlan extends Plan {
  readonly decode: DecodeGroupCounts
}

/** How many shapes are remembered. A tracker uses some hundreds; searches invent more. */
const plansKept = 2_000

/** Writing the SQL of a small query takes 20 µs; finding its shape takes 0.2 µs, the only cost of a known shape. */
export function createCompiler(schema: Schema, dialect: Dialect): Compiler {
  const tables = withCounters(schema)
  requirePlainNames(tables)
  const selects = createLruCache<SelectPlan>(plansKept)
  const others = createLruCache<Plan>(plansKept)
  const rowWriters = new Map<string, RowWriter>()

  function plan(write: (draft: StatementBuilder) => string): Plan {
    const draft = createStatementBuilder(tables, dialect)
    return { sql: write(draft), parameters: draft.parameters }
  }

  function rowWriter(into: string): RowWriter {
    let found = rowWriters.get(into)
    if (!found) rowWriters.set(into, (found = createRowWriter(dialect, into, entityOf(schema, into))))
    return found
  }

  return {
    select(query) {
      const where = query.where && normalize(query.where)
      const values: Bound[] = []
      const found = selects.get(shapeOfSelect(query, where, values), () => ({
        ...plan((draft) => selectSql(draft, query, where)),
        decode: queryDecoder(dialect, schema, query),
      }))
      return { sql: found.sql, parameters: bindAll(found, values), decode: found.decode }
    },
    count(from, given, options = {}) {
      const where = given && normalize(given)
      const values: Bound[] = []
      const shape = shapeOfCount(from, where, options, values)
      return bound(
        others.get(shape, () => plan((draft) => countSql(draft, from, where, options))),
        values,
      )
    },
    countBy: createCountBy(schema, dialect, plan),
    insert: (into, rows) => rowWriter(into).insert(rows),
    put: (into, rows) => rowWriter(into).put(rows),
    update(name, given, set) {
      const where = normalize(given)
      const columns = Object.keys(set)
      const values: Bound[] = Object.values(set)
      const shape = `u ${name}[${columns.join()}] ${shapeOfWhere(where, values)}`
      return bound(
        others.get(shape, () => plan((draft) => updateSql(draft, name, columns, where))),
        values,
      )
    },
    delete(from, given) {
      const where = normalize(given)
      const values: Bound[] = []
      const shape = `d ${from} ${shapeOfWhere(where, values)}`
      return bound(
        others.get(shape, () => plan((draft) => deleteSql(draft, from, where))),
        values,
      )
    },
  }
}

function createCountBy(
  schema: Schema,
  dialect: Dialect,
  plan: (write: (draft: StatementBuilder) => string) => Plan,
): Compiler['countBy'] {
  const plans = createLruCache<CountByPlan>(plansKept)
  return (given) => {
    const query = normalCountBy(given)
    const values: Bound[] = []
    const found = plans.get(shapeOfCountBy(query, values), () => ({
      ...plan((draft) => countBySql(draft, query)),
      decode: groupCountDecoder(schema, dialect, query),
    }))
    return { sql: found.sql, parameters: bindAll(found, values), decode: found.decode }
  }
}

function deleteSql(draft: StatementBuilder, from: string, where: PlainWhere): string {
  const scope = openScope(draft, from, where)
  return `DELETE FROM ${table(draft, scope)}${filterSql(draft, scope, where)}`
}

function updateSql(draft: StatementBuilder, name: string, columns: readonly string[], where: PlainWhere): string {
  const { dialect } = draft
  const scope = openScope(draft, name, where)
  const changes = columns.map((column) => {
    const bind = columnBinder(dialect, `${name}.${column}`, columnOf(scope.entity, name, column))
    return `${dialect.quote(column)} = ${parameter(draft, bind)}`
  })
  return `UPDATE ${dialect.table(name)} AS ${scope.alias} SET ${changes.join(', ')}${filterSql(draft, scope, where)}`
}

function bound(plan: Plan, values: readonly Bound[]): Statement {
  return { sql: plan.sql, parameters: bindAll(plan, values) }
}

function bindAll({ parameters }: Plan, values: readonly Bound[]): unknown[] {
  const all = new Array<unknown>(parameters.length)
  for (let i = 0; i < parameters.length; i++) {
    const { bind, value } = parameters[i] as Parameter
    all[i] = bind(values[value])
  }
  return all
}
