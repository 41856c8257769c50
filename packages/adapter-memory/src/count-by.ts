import { requireWhole, type PlainCountByQuery, type PlainCountByPart, type GroupCount } from '@trackerkit/core/store'
import type { Cell } from './cells.js'
import { columnOf, relationOf, type Database } from './database.js'
import { compileRelation, compileWhere } from './predicate.js'
import { find } from './query.js'
import { compareCells, type StoredRow } from './table.js'

const millisecondsOfDay = 86_400_000

/** How many of the rows that `query` asks for have the same values. */
export function countBy(db: Database, { from, where, by, limit }: PlainCountByQuery): GroupCount[] {
  requireWhole('limit', limit)
  const parts = by.map((part) => compilePart(db, from, part))
  const counts = new Map<string, { readonly cells: Cell[]; count: number }>()
  for (const row of find(db, from, where)) {
    const keys = parts.reduce<Cell[][]>(
      (all, part) => all.flatMap((key) => part(row).map((cell) => [...key, cell])),
      [[]],
    )
    for (const cells of keys) {
      const text = JSON.stringify(cells)
      const found = counts.get(text)
      if (found) found.count++
      else counts.set(text, { cells, count: 1 })
    }
  }
  return [...counts.values()]
    .sort((a, b) => compareLists(a.cells, b.cells))
    .slice(0, limit)
    .map(({ cells, count }) => ({ key: cells as GroupCount['key'], count }))
}

/** A function that gives the cells by which a row is counted. */
function compilePart(db: Database, from: string, part: PlainCountByPart): (row: StoredRow) => Cell[] {
  const entity = 'via' in part ? relationOf(db, from, part.via).entity : from
  columnOf(db, entity, 'day' in part ? part.day : part.col)
  const cellOf = (row: StoredRow): Cell => {
    if (!('day' in part)) return row[part.col] ?? null
    const time = row[part.day] ?? null
    return time === null ? null : Math.floor(Number(time) / millisecondsOfDay)
  }
  if (!('via' in part)) return (row) => [cellOf(row)]
  const related = compileRelation(db, from, part.via)
  const test = compileWhere(db, entity, part.where)
  return (row) => {
    const cells = related(row).filter(test).map(cellOf)
    return cells.length === 0 ? [null] : cells
  }
}

function compareLists(a: readonly Cell[], b: readonly Cell[]): number {
  for (const [i, cell] of a.entries()) {
    const compared = compareCells(cell, b[i] ?? null)
    if (compared !== 0) return compared
  }
  return 0
}
