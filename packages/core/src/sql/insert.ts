import type { Entity, PlainRow } from '../store/index.js'
import type { Dialect, UpsertParts } from './dialect.js'
import type { Statement } from './statement-builder.js'
import { rowDecoder, type DecodeRows } from './rows.js'
import { columnBinder, type Binder } from './values.js'

export interface InsertStatement extends Statement {
  /** Number of rows it writes; 0 for a statement that belongs to another. */
  readonly rows: number
  /** Reads the keys of the rows that it has added; absent when it returns none. */
  readonly decode?: DecodeRows
}

/** Turns rows of one entity into statements that write them, to run in order. */
export interface RowWriter {
  insert(rows: readonly PlainRow[]): InsertStatement[]
  put(rows: readonly PlainRow[]): Statement[]
}

interface Target {
  readonly name: string
  readonly bind: Binder
  readonly nullable: boolean
}

/** The columns that a statement fills, and its text for a number of rows. */
interface Layout {
  readonly targets: readonly Target[]
  readonly text: (rows: number) => string
  readonly decode?: DecodeRows | undefined
}

/** Neighbouring rows that fill the same columns. */
interface Run {
  readonly layout: Layout
  readonly rows: PlainRow[]
}

/** The most parameters that a statement of several rows gets; PostgreSQL stops at 65,535. */
const mostParameters = 30_000

/**
 * Statements name every column, so that a default which a migration left behind never shows. Only a key that the database
 * assigns is left out when a row to insert brings none.
 */
export function createRowWriter(dialect: Dialect, name: string, entity: Entity): RowWriter {
  const targets = Object.entries(entity.columns).map(([column, declared]): Target => {
    return { name: column, bind: columnBinder(dialect, `${name}.${column}`, declared), nullable: declared.nullable }
  })
  const assigned = entity.autoId ? entity.key[0] : undefined
  const raise = assigned === undefined ? undefined : dialect.raiseKeys?.(name, assigned)
  const whole = insertLayout(dialect, name, entity, targets)
  const keyless = insertLayout(
    dialect,
    name,
    entity,
    targets.filter((target) => target.name !== assigned),
  )
  const replacing = upsertLayout(dialect, name, entity, targets)
  const most = Math.max(1, Math.floor(mostParameters / targets.length))

  function statements({ targets: filled, text, decode }: Layout, rows: readonly PlainRow[]): InsertStatement[] {
    const parameters = rows.flatMap((row) => filled.map((target) => bound(target, row)))
    const write = { sql: text(rows.length), parameters, rows: rows.length, ...(decode && { decode }) }
    if (raise === undefined || filled !== targets) return [write]
    const highest = rows.reduce((most, row) => Math.max(most, row[assigned as string] as number), -Infinity)
    return [write, { sql: raise, parameters: [highest], rows: 0 }]
  }

  /** The statements for the rows, which are written together as long as they fill the same columns. */
  function inBatches(rows: readonly PlainRow[], layoutOf: (row: PlainRow) => Layout): InsertStatement[] {
    const runs: Run[] = []
    for (const row of rows) {
      for (const column in row)
        if (!Object.hasOwn(entity.columns, column)) throw new Error(`no column ${name}.${column}`)
      const layout = layoutOf(row)
      const last = runs.at(-1)
      if (last?.layout === layout) last.rows.push(row)
      else runs.push({ layout, rows: [row] })
    }
    return runs.flatMap(({ layout, rows: alike }) => {
      const written: InsertStatement[] = []
      for (let from = 0, count = 0; from < alike.length; from += count) {
        count = dialect.rowsPerInsert(entity, Math.min(most, alike.length - from))
        written.push(...statements(layout, alike.slice(from, from + count)))
      }
      return written
    })
  }

  return {
    insert: (rows) =>
      inBatches(rows, (row) => (assigned !== undefined && (row[assigned] ?? null) === null ? keyless : whole)),
    put: (rows) => inBatches(rows, () => replacing),
  }
}

function bound({ name, bind, nullable }: Target, row: PlainRow): unknown {
  const value = row[name]
  return bind(value === undefined && nullable ? null : value)
}

function insertLayout(dialect: Dialect, name: string, entity: Entity, targets: readonly Target[]): Layout {
  const columns = targets.map((target) => dialect.quote(target.name)).join(', ')
  const into = `INSERT INTO ${dialect.table(name)} (${columns}) VALUES `
  const returning = dialect.returning ? ` RETURNING ${entity.key.map((key) => dialect.quote(key)).join(', ')}` : ''
  return {
    targets,
    text: textsByRows(dialect, targets, (values) => into + values + (dialect.skipDuplicates ?? '') + returning),
    decode: dialect.returning ? rowDecoder(dialect, name, entity, entity.key) : undefined,
  }
}

function upsertLayout(dialect: Dialect, name: string, entity: Entity, targets: readonly Target[]): Layout {
  const table = dialect.table(name)
  const columns = targets.map((target) => dialect.quote(target.name))
  const key = entity.key.map((column) => dialect.quote(column))
  const write = (values: string) => {
    const parts = { table, columns, key, values }
    return dialect.upsert?.(parts) ?? upsertSql(parts)
  }
  return { targets, text: textsByRows(dialect, targets, write) }
}

/** The text of a statement for a number of rows, which is written once for each number. */
function textsByRows(
  dialect: Dialect,
  targets: readonly Target[],
  write: (values: string) => string,
): (rows: number) => string {
  const texts = new Map<number, string>()
  return (rows) => {
    let position = 0
    const row = () => `(${targets.map(() => dialect.parameter(++position)).join(', ')})`
    const text = texts.get(rows) ?? write(Array.from({ length: rows }, row).join(', '))
    texts.set(rows, text)
    return text
  }
}

/** A row that is nothing but its key is there already when its key is. */
function upsertSql({ table, columns, key, values }: UpsertParts): string {
  const changes = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`)
  const action = changes.length === 0 ? 'NOTHING' : `UPDATE SET ${changes.join(', ')}`
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values} ON CONFLICT (${key.join(', ')}) DO ${action}`
}
