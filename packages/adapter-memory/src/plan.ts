import type { PlainWhere } from '@trackerkit/core/store'
import type { Cell } from './cells.js'
import { tableOf, type Database } from './database.js'
import { operand, operands } from './predicate.js'
import { joinCells, type Key, type StoredRow, type Table } from './table.js'

/**
 * Returns a superset of the matching rows, in no particular order, if equalities of `where` (`eq`, or `in`, also
 * several within `and`) determine the key or an index. Returns undefined otherwise, which means all rows.
 */
export function candidates(db: Database, from: string, where: PlainWhere | undefined): StoredRow[] | undefined {
  const table = tableOf(db, from)
  const known = new Map<string, readonly Cell[]>()
  collectEqualities(db, from, where, known)
  if (known.size === 0) return undefined
  const byKey = combinations(table.key, known, table.rows.size)
  if (byKey) return rowsOf(table, byKey)
  let best: readonly Key[] | undefined
  for (const index of table.indexes) {
    const wanted = combinations(index.columns, known, table.rows.size)
    const keys = wanted?.flatMap((value) => [...(index.entries.get(value) ?? [])])
    if (keys && (!best || keys.length < best.length)) best = keys
  }
  return best && rowsOf(table, best)
}

function collectEqualities(
  db: Database,
  from: string,
  where: PlainWhere | undefined,
  known: Map<string, readonly Cell[]>,
): void {
  if (where === undefined) return
  if ('and' in where) for (const part of where.and) collectEqualities(db, from, part, known)
  if (!('col' in where)) return
  const { col } = where
  if ('eq' in where && where.eq !== null) known.set(col, [operand(db, from, col, where.eq)])
  if ('in' in where && !known.has(col)) known.set(col, operands(db, from, col, where.in))
}

/** The keys that the known values of `columns` make, unless a column is not known or there are more than `most`. */
function combinations(
  columns: readonly string[],
  known: ReadonlyMap<string, readonly Cell[]>,
  most: number,
): Key[] | undefined {
  let lists: Cell[][] = [[]]
  for (const col of columns) {
    const cells = known.get(col)
    if (!cells || lists.length * cells.length > most) return undefined
    lists = lists.flatMap((list) => cells.map((cell) => [...list, cell]))
  }
  return lists.map(joinCells).filter((key) => key !== null)
}

function rowsOf(table: Table, keys: readonly Key[]): StoredRow[] {
  return keys.map((key) => table.rows.get(key)).filter((row) => row !== undefined)
}
