// Places for a directed graph in columns, from left to right. The work grows with the edges alone, so no graph takes long.

/** Both are numbers of nodes, which are counted from 0. */
export interface LayoutEdge {
  readonly from: number
  readonly to: number
}

export interface Place {
  readonly column: number
  /** In heights of a node with its gap, from 0. */
  readonly row: number
}

const sweeps = 4

/** One place for each node. Edges lead to the right, but for those that would close a circle. */
export function layoutOf(count: number, edges: readonly LayoutEdge[]): Place[] {
  const before = neighborsOf(count, edges, 'from')
  const after = neighborsOf(count, edges, 'to')
  const columnOf = columnsOf(before, after)
  const columns: number[][] = []
  for (const [node, column] of columnOf.entries()) (columns[column] ??= []).push(node)
  const rows = new Array<number>(count).fill(0)
  for (const nodes of columns) for (const [index, node] of nodes.entries()) rows[node] = index - (nodes.length - 1) / 2
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isToTheRight = sweep % 2 === 0
    for (const nodes of isToTheRight ? columns : columns.toReversed())
      arrange(nodes, isToTheRight ? before : after, rows)
  }
  const top = rows.reduce((least, row) => Math.min(least, row), Infinity)
  return columnOf.map((column, node) => ({ column, row: (rows[node] ?? 0) - top }))
}

function neighborsOf(count: number, edges: readonly LayoutEdge[], side: keyof LayoutEdge): number[][] {
  const neighbors = Array.from({ length: count }, (): number[] => [])
  for (const edge of edges) neighbors[side === 'from' ? edge.to : edge.from]?.push(edge[side])
  return neighbors
}

/** The length of the longest path that leads to each node. Where all that are left wait for others, the first one begins. */
function columnsOf(before: readonly number[][], after: readonly number[][]): number[] {
  const columns = before.map(() => 0)
  const waiting = before.map((nodes) => nodes.length)
  const isDone = before.map(() => false)
  const order: number[] = []
  const ready = waiting.flatMap((left, node) => (left === 0 ? [node] : []))
  let first = 0
  while (order.length < before.length) {
    while (isDone[first]) first++
    const node = ready.pop() ?? first
    isDone[node] = true
    order.push(node)
    for (const next of after[node] ?? []) {
      if (isDone[next]) continue
      columns[next] = Math.max(columns[next] ?? 0, (columns[node] ?? 0) + 1)
      waiting[next] = (waiting[next] ?? 0) - 1
      if (waiting[next] === 0) ready.push(next)
    }
  }
  // Nodes that wait for none move next to the first that waits for them, so that no line is longer than need be.
  for (const node of order.toReversed()) {
    if (before[node]?.length !== 0) continue
    const nearest = (after[node] ?? []).reduce((least, next) => Math.min(least, columns[next] ?? 0), Infinity)
    if (nearest !== Infinity) columns[node] = nearest - 1
  }
  return columns
}

/** Sorts a column by the mean row of neighbors, and puts each node as near to it as its neighbors in the column permit. */
function arrange(nodes: number[], neighbors: readonly number[][], rows: number[]): void {
  const rowOf = (node: number) => rows[node] ?? 0
  const wanted = new Map(nodes.map((node) => [node, meanOf((neighbors[node] ?? []).map(rowOf)) ?? rowOf(node)]))
  const wantedOf = (node: number) => wanted.get(node) ?? 0
  nodes.sort((a, b) => wantedOf(a) - wantedOf(b))
  let free = -Infinity
  for (const node of nodes) {
    rows[node] = Math.max(wantedOf(node), free)
    free = rowOf(node) + 1
  }
  const surplus = meanOf(nodes.map((node) => rowOf(node) - wantedOf(node))) ?? 0
  for (const node of nodes) rows[node] = rowOf(node) - surplus
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}
