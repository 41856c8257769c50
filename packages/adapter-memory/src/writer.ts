import type { PlainRow, PlainWriter } from '@trackerkit/core/store'
import { toCell, type Cell } from './cells.js'
import { entityOf, tableOf, type Database } from './database.js'
import { count, find, select } from './query.js'
import { countBy } from './count-by.js'
import { keyOf, notUnique, put, requireUnique, type Key, type StoredRow, type Table } from './table.js'

/** One transaction: its writer, and the way back. */
export interface Transaction {
  readonly tx: PlainWriter
  /** Takes back everything that the writer did. */
  readonly undo: () => void
  /** Takes it back in other tables, which were forked from those of the database. */
  readonly undoIn: (tables: ReadonlyMap<string, Table>) => void
}

/** Begins a transaction that changes `db` in place and remembers how to take each change back. */
export function begin(db: Database): Transaction {
  const log = createLog(db)
  const tx: PlainWriter = {
    select: (query) => select(db, query),
    count: (from, where, options) => count(db, from, where, options),
    countBy: (query) => countBy(db, query),
    insert: (into, rows) =>
      log.statement(() => {
        const table = tableOf(db, into)
        const keys = rows.map((row) => add(log, table, newRow(db, table, row)))
        return table.autoId ? keys.map(Number) : []
      }),
    put: (into, rows) =>
      log.statement(() => {
        const table = tableOf(db, into)
        for (const row of rows) putOne(log, db, table, row)
      }),
    update: (entity, where, set) =>
      log.statement(() => {
        const table = tableOf(db, entity)
        const cells = toCells(db, table, set)
        const found = find(db, entity, where)
        for (const before of found) replace(log, table, before, { ...before, ...cells })
        return found.length
      }),
    delete(from, where) {
      const table = tableOf(db, from)
      const found = find(db, from, where)
      for (const row of found) log.change(table, requireKey(table, row), undefined)
      return found.length
    },
  }
  return { tx, undo: () => log.undoIn(db.tables), undoIn: log.undoIn }
}

interface Log {
  /** Puts `next` in the place of the row with this key, or removes that row. */
  change(table: Table, key: Key, next: StoredRow | undefined): void
  /** Runs one statement: all of it or none. */
  statement<T>(run: () => T): T
  readonly undoIn: Transaction['undoIn']
}

/** A row and the next ID of its table before a change. */
interface Before {
  readonly entity: string
  readonly key: Key
  readonly row: StoredRow | undefined
  readonly nextId: number
}

function createLog(db: Database): Log {
  const changes: Before[] = []

  return {
    change(table, key, next) {
      changes.push({ entity: table.name, key, row: table.rows.get(key), nextId: table.nextId })
      put(table, key, next)
    },
    statement(run) {
      const mark = changes.length
      try {
        return run()
      } catch (error) {
        restore(db.tables, changes.splice(mark))
        throw error
      }
    },
    undoIn: (tables) => restore(tables, changes),
  }
}

/** Takes back `changes`, the last one first. The tables are looked up: they are others since a snapshot was taken. */
function restore(tables: ReadonlyMap<string, Table>, changes: readonly Before[]): void {
  for (const { entity, key, row, nextId } of changes.toReversed()) {
    const table = tables.get(entity)
    if (!table) continue
    put(table, key, row)
    table.nextId = nextId
  }
}

function add(log: Log, table: Table, given: StoredRow): Key {
  const [id] = table.key
  const row = table.autoId && id !== undefined ? { ...given, [id]: given[id] ?? table.nextId } : given
  const key = requireKey(table, row)
  if (table.rows.has(key)) throw notUnique(table, table.key)
  requireUnique(table, key, row)
  log.change(table, key, row)
  if (table.autoId) table.nextId = Math.max(table.nextId, Number(key) + 1)
  return key
}

function replace(log: Log, table: Table, before: StoredRow, next: StoredRow): void {
  const from = requireKey(table, before)
  const to = requireKey(table, next)
  if (from !== to && table.rows.has(to)) throw notUnique(table, table.key)
  requireUnique(table, from, next)
  if (from !== to) log.change(table, from, undefined)
  log.change(table, to, next)
}

/** Values of columns that this version does not declare are kept. */
function putOne(log: Log, db: Database, table: Table, given: PlainRow): void {
  const cells = toCells(db, table, given)
  const before = table.rows.get(requireKey(table, cells))
  if (before) replace(log, table, before, { ...before, ...cells })
  else add(log, table, newRow(db, table, given))
}

/** The cells of the given columns. */
function toCells(db: Database, table: Table, values: PlainRow): Record<string, Cell> {
  const { columns } = entityOf(db, table.name)
  const cells: Record<string, Cell> = {}
  for (const [col, value] of Object.entries(values)) {
    const column = columns[col]
    if (!column) throw new Error(`no column ${table.name}.${col}`)
    cells[col] = toCell(`${table.name}.${col}`, column, value)
  }
  return cells
}

/** A complete row: given values, NULL for missing ones, and the fill of columns that this version does not know. */
function newRow(db: Database, table: Table, values: PlainRow): StoredRow {
  const known = entityOf(db, table.name).columns
  const stranger = Object.keys(values).find((col) => !known[col])
  if (stranger !== undefined) throw new Error(`no column ${table.name}.${stranger}`)
  const row: Record<string, Cell> = {}
  for (const [col, column] of Object.entries(table.columns)) {
    const value = values[col] ?? null
    if (!known[col]) row[col] = table.fills[col] ?? null
    else if (value === null && table.autoId && col === table.key[0]) row[col] = null
    else row[col] = toCell(`${table.name}.${col}`, column, value)
  }
  return row
}

function requireKey(table: Table, row: StoredRow): Key {
  const key = keyOf(table.key, row)
  if (key === null) throw new TypeError(`${table.name}: the key ${table.key.join(', ')} may not be null`)
  return key
}
