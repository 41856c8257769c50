import type { Entity, PlainRow } from '../store/index.js'
import type { Dialect } from './dialect.js'
import type { Statement } from './draft.js'
import { rowDecoder, type DecodeRows } from './rows.js'
import { columnBinder, type Binder } from './values.js'

export interface InsertStatement extends Statement {
  /** Reads the keys of the rows that were added. There is none for a statement that adds no rows, or does not return them. */
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
  text(rows: number): string
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
  const whole = layout(dialect, name, targets, assigned)
  const keyless = layout(
    dialect,
    name,
    targets.filter((target) => target.name !== assigned),
    assigned,
  )
  const most = Math.max(1, Math.min(dialect.rowsPerInsert, Math.floor(mostParameters / targets.length)))

  return (rows) => {
    const batches: { layout: Layout; rows: number; parameters: unknown[] }[] = []
    let batch: (typeof batches)[number] | undefined
    for (const row of rows) {
      for (const column in row)
        if (!Object.hasOwn(entity.columns, column)) throw new Error(`no column ${name}.${column}`)
      const fitting = assigned !== undefined && (row[assigned] ?? null) === null ? keyless : whole
      if (!batch || batch.layout !== fitting || batch.rows === most) {
        batch = { layout: fitting, rows: 0, parameters: [] }
        batches.push(batch)
      }
      batch.rows++
      for (const target of fitting.targets) batch.parameters.push(bound(target, row))
    }
    return batches.map(({ layout, rows: count, parameters }) => ({ sql: layout.text(count), parameters }))
  }
}

function bound({ name, bind, nullable }: Target, row: PlainRow): unknown {
  const value = row[name]
  return bind(value === undefined && nullable ? null : value)
}

function layout(dialect: Dialect, name: string, targets: readonly Target[], assigned: string | undefined): Layout {
  const columns = targets.map((target) => dialect.quote(target.name)).join(', ')
  const returning = dialect.returning && assigned !== undefined ? ` RETURNING ${dialect.quote(assigned)}` : ''
  const texts = new Map<number, string>()

  function write(rows: number): string {
    let position = 0
    const row = () => `(${targets.map(() => dialect.parameter(++position)).join(', ')})`
    const values = Array.from({ length: rows }, row).join(', ')
    return `INSERT INTO ${dialect.quote(name)} (${columns}) VALUES ${values}${returning}`
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
