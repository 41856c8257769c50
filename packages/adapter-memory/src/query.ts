import {
  requireWhole,
  type CountOptions,
  type PlainOrder,
  type PlainQuery,
  type PlainRow,
  type PlainWhere,
  type StoredValue,
} from '@trackerkit/core/store'
import { fromCell, type Cell } from './cells.js'
import { columnOf, entityOf, relationOf, tableOf, type Database } from './database.js'
import { candidates } from './plan.js'
import { compileRelation, compileWhere } from './predicate.js'
import { compareCells, compareKeys, type StoredRow } from './table.js'

/** The rows that `query` selects, as new objects. */
export function select(db: Database, query: PlainQuery): PlainRow[] {
  const { from, where, order = [], offset = 0 } = query
  requireWhole('offset', offset)
  if (query.limit !== undefined) requireWhole('limit', query.limit)
  const end = offset + (query.limit ?? Infinity)
  const among = candidates(db, from, where)
  const inKeyOrder = order.length === 0 && !among && tableOf(db, from).ordered
  const found = matching(db, from, where, among, inKeyOrder ? end : Infinity)
  if (!inKeyOrder) sort(db, from, order, found)
  const copy = compileCopy(db, from, query.columns ?? Object.keys(entityOf(db, from).columns))
  const lists = Object.entries(query.with ?? {}).flatMap(([name, asked]) =>
    asked ? [compileList(db, from, name, asked.columns)] : [],
  )
  return found.slice(offset, end).map((row) => {
    const one = copy(row)
    for (const { name, read } of lists) one[name] = read(row)
    return one
  })
}

/** A function that copies the columns of a row. */
function compileCopy(db: Database, from: string, names: readonly string[]): (row: StoredRow) => PlainRow {
  const columns = names.map((col) => [col, columnOf(db, from, col)] as const)
  return (row) => {
    const copy: PlainRow = {}
    for (const [col, column] of columns) copy[col] = fromCell(column, row[col] ?? null)
    return copy
  }
}

interface List {
  readonly name: string
  readonly read: (row: StoredRow) => StoredValue
}

/** The rows that a relation leads to, for `with`. */
function compileList(db: Database, from: string, name: string, columns: readonly string[]): List {
  const related = compileRelation(db, from, name)
  const copy = compileCopy(db, relationOf(db, from, name).entity, columns)
  return { name, read: (row) => related(row).map(copy) as StoredValue }
}

export function count(
  db: Database,
  from: string,
  where: PlainWhere | undefined,
  { atMost = Infinity }: CountOptions = {},
): number {
  if (where === undefined) return tableOf(db, from).rows.size
  return matching(db, from, where, candidates(db, from, where), atMost).length
}

/** The stored rows for which `where` is true, in no particular order. */
export function find(db: Database, from: string, where: PlainWhere | undefined): StoredRow[] {
  return matching(db, from, where, candidates(db, from, where), Infinity)
}

function matching(
  db: Database,
  from: string,
  where: PlainWhere | undefined,
  among: readonly StoredRow[] | undefined,
  enough: number,
): StoredRow[] {
  const test = compileWhere(db, from, where)
  const found: StoredRow[] = []
  for (const row of among ?? tableOf(db, from).rows.values()) {
    if (found.length >= enough) break
    if (test(row)) found.push(row)
  }
  return found
}

/** Sorts rows of `from` in place, by `order` and then by the key. */
function sort(db: Database, from: string, order: readonly PlainOrder[], rows: StoredRow[]): void {
  const { key } = entityOf(db, from)
  if (order.length === 0) {
    rows.sort((a, b) => compareKeys(key, a, b))
    return
  }
  const places = order.map((part) => compilePlace(db, from, part))
  const signs = order.map((part) => (part.desc ? -1 : 1))
  const placed = rows.map((row) => ({ row, cells: places.map((place) => place(row)) }))
  placed.sort((a, b) => {
    for (const [i, sign] of signs.entries()) {
      const compared = compareCells(a.cells[i] ?? null, b.cells[i] ?? null)
      if (compared !== 0) return sign * compared
    }
    return compareKeys(key, a.row, b.row)
  })
  for (const [i, { row }] of placed.entries()) rows[i] = row
}

/** A function that gives the cell by which `part` sorts a row. */
function compilePlace(db: Database, from: string, part: PlainOrder): (row: StoredRow) => Cell {
  const { col } = part
  if (!('via' in part)) {
    columnOf(db, from, col)
    if ('ranked' in part) {
      const ranks = new Map<Cell, number>([...part.ranked.entries()].map(([rank, value]) => [value, rank]))
      return (row) => ranks.get(row[col] ?? null) ?? part.ranked.length
    }
    return (row) => row[col] ?? null
  }
  const { entity } = relationOf(db, from, part.via)
  columnOf(db, entity, col)
  const related = compileRelation(db, from, part.via)
  const test = compileWhere(db, entity, part.where)
  const better = part.desc ? 1 : -1
  return (row) => {
    let best: Cell = null
    for (const other of related(row)) {
      const cell = other[col] ?? null
      if (cell === null || !test(other)) continue
      if (best === null || compareCells(cell, best) * better > 0) best = cell
    }
    return best
  }
}
