import { describe, expect, it } from 'vitest'
import { layoutOf, type LayoutEdge } from './layout.js'

const edgesOf = (...pairs: readonly (readonly [number, number])[]): LayoutEdge[] =>
  pairs.map(([from, to]) => ({ from, to }))

const columnsOf = (count: number, edges: readonly LayoutEdge[]) =>
  layoutOf(count, edges).places.map(({ column }) => column)

/** Every edge, from a node to each later one. */
const complete = (count: number) =>
  Array.from({ length: count }, (_, from) =>
    Array.from({ length: count - from - 1 }, (__, after) => ({ from, to: from + after + 1 })),
  ).flat()

describe('the layout of a graph', () => {
  it('puts each node right of all that lead to it, as near to them as the longest path permits', () => {
    expect(columnsOf(4, edgesOf([0, 1], [1, 2], [0, 2], [2, 3]))).toEqual([0, 1, 2, 3])
  })

  it('puts a node that nothing leads to next to the first node after it', () => {
    expect(columnsOf(4, edgesOf([0, 1], [1, 2], [3, 2]))).toEqual([0, 1, 2, 1])
  })

  it('ends where edges go in a circle, and has a place for each node', () => {
    expect(columnsOf(3, edgesOf([0, 1], [1, 2], [2, 0]))).toEqual([0, 1, 2])
    expect(columnsOf(4, edgesOf([3, 0], [0, 1], [1, 2], [2, 1], [0, 0]))).toHaveLength(4)
    expect(layoutOf(0, [])).toEqual({ places: [], bends: [] })
  })

  it('gives no two nodes of a column the same place, and begins at the top', () => {
    const { places } = layoutOf(9, edgesOf([0, 4], [1, 4], [2, 4], [3, 4], [4, 5], [4, 6], [4, 7], [4, 8]))
    expect(Math.min(...places.map(({ row }) => row))).toBe(0)
    const gaps = places.flatMap((a) =>
      places.filter((b) => b !== a && b.column === a.column).map((b) => Math.abs(a.row - b.row)),
    )
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.999)
  })

  it('sorts columns so that lines do not cross without need', () => {
    const [a, b, c, d] = layoutOf(4, edgesOf([0, 3], [1, 2])).places.map(({ row }) => row)
    expect(Math.sign((a ?? 0) - (b ?? 0))).toBe(Math.sign((d ?? 0) - (c ?? 0)))
  })

  it('leads an edge past the nodes between its ends', () => {
    const { places, bends } = layoutOf(3, edgesOf([0, 1], [1, 2], [0, 2]))
    expect(bends.map((one) => one.map(({ column }) => column))).toEqual([[], [], [1]])
    expect(Math.abs((bends[2]?.[0]?.row ?? 0) - (places[1]?.row ?? 0))).toBeGreaterThan(0.5)
  })

  it('arranges 200 nodes with 19,900 edges', () => {
    expect(columnsOf(200, complete(200))).toEqual(Array.from({ length: 200 }, (_, column) => column))
  })
})
