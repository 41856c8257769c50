// Cards in other columns than the tracker has them: while they are moved, and while someone reads them.
import type { Cell, Column } from './load.js'

/** Where a card is shown. */
export interface Place {
  readonly id: number
  /** The value of the column. */
  readonly column: string
  /** The position in its cell. */
  readonly at: number
}

/** The place of a card; undefined if it is not on the board. */
export function placeOf(columns: readonly Column[], id: number): Place | undefined {
  for (const { value, cells } of columns) {
    for (const { cards } of cells) {
      const at = cards.findIndex((card) => card.id === id)
      if (at >= 0) return { id, column: value, at }
    }
  }
  return undefined
}

/** The columns with a card in a place, in the row in which it is now. */
export function withCardAt(columns: readonly Column[], { id, column, at }: Place): readonly Column[] {
  const now = columns.find(({ cells }) => cells.some(({ cards }) => cards.some((card) => card.id === id)))
  const from = now?.cells.find(({ cards }) => cards.some((card) => card.id === id))
  const card = from?.cards.find((one) => one.id === id)
  if (!now || !from || !card || now.value === column || !columns.some(({ value }) => value === column)) return columns
  const into = (cell: Cell): Cell => ({ ...cell, count: cell.count + 1, cards: cell.cards.toSpliced(at, 0, card) })
  const outOf = (cell: Cell): Cell => ({
    ...cell,
    count: cell.count - 1,
    cards: cell.cards.filter((one) => one !== card),
  })
  return columns.map((one): Column => {
    if (one === now)
      return { ...one, count: one.count - 1, cells: one.cells.map((cell) => (cell === from ? outOf(cell) : cell)) }
    if (one.value !== column) return one
    const isThere = one.cells.some(({ row }) => row?.value === from.row?.value)
    const cells = isThere ? one.cells : [...one.cells, { row: from.row, count: 0, cards: [], to: '' }]
    const isIt = ({ row }: Cell) => row?.value === from.row?.value
    return { ...one, count: one.count + 1, cells: cells.map((cell) => (isIt(cell) ? into(cell) : cell)) }
  })
}
