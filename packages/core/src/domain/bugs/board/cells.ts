// The cells of a board: where a column meets a row.
import type { GroupCount } from '../../../store/index.js'
import type { Value } from '../counts/groupings.js'
import type { Bug } from '../fields/bug.js'
import type { Cards } from './cards.js'
import type { Line, Lines } from './lines.js'

export interface Cell {
  readonly column: string
  readonly row: string | null
  readonly count: number
  readonly bugs: Bug[]
}

/** Returns the shown cells that have bugs, by column and then by row. */
export function cellsOf(columns: Lines, rows: Lines | undefined, counted: readonly GroupCount[], cards: Cards): Cell[] {
  const [columnOf, rowOf] = [byStored(columns), rows && byStored(rows)]
  const counts = new Map<Line, Map<Line | undefined, number>>()
  for (const { key, count } of counted) {
    const column = columnOf.get(key[0] ?? null)
    if (!column) continue
    const ofColumn = counts.get(column) ?? new Map<Line | undefined, number>()
    const row = rowOf?.get(key[1] ?? null)
    counts.set(column, ofColumn.set(row, (ofColumn.get(row) ?? 0) + count))
  }
  const shownRows: readonly (Line | undefined)[] = rows?.shown ?? [undefined]
  return columns.shown.flatMap((column) =>
    shownRows.flatMap((row): Cell[] => {
      const count = counts.get(column)?.get(row)
      if (count === undefined) return []
      const inCell = (cards.get(column) ?? []).filter((card) => rowOf?.get(card.row) === row)
      return [{ column: column.value, row: row?.value ?? null, count, bugs: inCell.map(({ bug }) => bug) }]
    }),
  )
}

function byStored({ shown }: Lines): ReadonlyMap<Value, Line> {
  return new Map(shown.flatMap((line) => line.stored.map((value) => [value, line] as const)))
}
