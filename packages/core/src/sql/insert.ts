import type { Entity, PlainRow } from '../store/index.js'
import type { Dialect } from './dialect.js'
import type { Statement } from './statement-builder.js'
import { rowDecoder, type DecodeRows } from './rows.js'
import { columnBinder, type Binder } from './values.js'

export interface InsertStatement extends Statement {
  /** Reads the keys of the rows that it has added; absent when it returns none. */
  readonly decode?: DecodeRows
}

/** Turns rows of one entity into statements that add them, to run in order. */
export type Inserter = (rows: readonly PlainRow[]) => InsertStatement[]

interface Target {
  readonly name: string
  readonly bind: Binder
  readonly nullable: boolean
}

/** The columns that a statement fills, and its text for a number of rows. */
interface Layout {
  readonly targets: readonly Target[]
  readonly text: (rows: number) => string
}

interface Batch {
  readonly layout: Layout
  readonly rows: PlainRow[]
}

/** The most parameters that a statement of several rows gets; PostgreSQL stops at 65,535. */
const mostParameters = 30_000

/**
 * Statements name every column, so that a default which a migration left behind never shows. Only a key that the database
 * assigns is left out when a row brings none.
 */
export function createInserter(dialect: Dialect, name: string, entity: Entity): Inserter {
  const targets = Object.entries(entity.columns).map(([column, declared]): Target => {
    return { name: column, bind: columnBinder(dialect, `${name}.${column}`, declared), nullable: declared.nullable }
  })
  const assigned = entity.autoId ? entity.key[0] : undefined
  const raise = assigned === undefined ? undefined : dialect.raiseKeys?.(name, assigned)
  const decode = dialect.returning ? rowDecoder(dialect, name, entity, entity.key) : undefined
  const whole = layout(dialect, name, entity, targets)
  const keyless = layout(
    dialect,
    name,
    entity,
    targets.filter((target) => target.name !== assigned),
  )
  const most = Math.max(1, Math.min(dialect.rowsPerInsert, Math.floor(mostParameters / targets.length)))

  function statements({ layout: { targets: filled, text }, rows }: Batch): InsertStatement[] {
    const parameters = rows.flatMap((row) => filled.map((target) => bound(target, row)))
    const insert = { sql: text(rows.length), parameters, ...(decode && { decode }) }
    if (raise === undefined || filled !== whole.targets) return [insert]
    const highest = rows.reduce((most, row) => Math.max(most, row[assigned as string] as number), -Infinity)
    return [insert, { sql: raise, parameters: [highest] }]
  }

  return (rows) => {
    const batches: Batch[] = []
    for (const row of rows) {
      for (const column in row)
        if (!Object.hasOwn(entity.columns, column)) throw new Error(`no column ${name}.${column}`)
      const fitting = assigned !== undefined && (row[assigned] ?? null) === null ? keyless : whole
      const last = batches.at(-1)
      if (last?.layout === fitting && last.rows.length < most) last.rows.push(row)
      else batches.push({ layout: fitting, rows: [row] })
    }
    return batches.flatMap(statements)
  }
}

function bound({ name, bind, nullable }: Target, row: PlainRow): unknown {
  const value = row[name]
  return bind(value === undefined && nullable ? null : value)
}

function layout(dialect: Dialect, name: string, entity: Entity, targets: readonly Target[]): Layout {
  const columns = targets.map((target) => dialect.quote(target.name)).join(', ')
  const returning = dialect.returning ? ` RETURNING ${entity.key.map((key) => dialect.quote(key)).join(', ')}` : ''
  const texts = new Map<number, string>()

  function write(rows: number): string {
    let position = 0
    const row = () => `(${targets.map(() => dialect.parameter(++position)).join(', ')})`
    const values = Array.from({ length: rows }, row).join(', ')
    return `INSERT INTO ${dialect.quote(name)} (${columns}) VALUES ${values}${dialect.skipDuplicates ?? ''}${returning}`
  }

  return {
    targets,
    text(rows) {
      const text = texts.get(rows) ?? write(rows)
      texts.set(rows, text)
      return text
    },
  }
}
