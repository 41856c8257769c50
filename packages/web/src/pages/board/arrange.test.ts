import { describe, expect, it } from 'vitest'
import { placeOf, withCardAt } from './arrange.js'
import type { Card, Column } from './load.js'

const row = (value: string) => ({ value, name: value, count: 9 })
const card = (id: number) => ({ id }) as Card

function column(value: string, cells: Readonly<Record<string, readonly number[]>>): Column {
  const count = Object.values(cells).flat().length
  const asCell = ([name, ids]: [string, readonly number[]]) => ({
    row: row(name),
    count: ids.length,
    cards: ids.map(card),
    to: '/bugs',
  })
  return { value, name: value, count, isClosed: false, cells: Object.entries(cells).map(asCell) }
}

const idsOf = (columns: readonly Column[]) =>
  columns.map(({ value, count, cells }) => [
    value,
    count,
    ...cells.map((cell) => [cell.row?.value, cell.count, cell.cards.map(({ id }) => id)]),
  ])

const columns = [column('new', { ann: [1, 2], bob: [3] }), column('done', { ann: [4] })]

describe('withCardAt', () => {
  it('puts a card into the same row of another column, and counts it there', () => {
    expect(idsOf(withCardAt(columns, { id: 2, column: 'done', at: 1 }))).toEqual([
      ['new', 2, ['ann', 1, [1]], ['bob', 1, [3]]],
      ['done', 2, ['ann', 2, [4, 2]]],
    ])
  })

  it('makes the cell where the row has none in that column', () => {
    expect(idsOf(withCardAt(columns, { id: 3, column: 'done', at: 0 }))).toEqual([
      ['new', 2, ['ann', 2, [1, 2]], ['bob', 0, []]],
      ['done', 2, ['ann', 1, [4]], ['bob', 1, [3]]],
    ])
  })

  it('changes nothing for a card that is there, and for cards and columns that are not on the board', () => {
    for (const place of [
      { id: 4, column: 'done', at: 0 },
      { id: 5, column: 'done', at: 0 },
      { id: 1, column: 'gone', at: 0 },
    ])
      expect(withCardAt(columns, place)).toBe(columns)
  })

  it('is undone by the place before', () => {
    const before = placeOf(columns, 2)
    expect(before).toEqual({ id: 2, column: 'new', at: 1 })
    const moved = withCardAt(columns, { id: 2, column: 'done', at: 0 })
    expect(before && withCardAt(moved, before)).toEqual(columns)
  })
})
