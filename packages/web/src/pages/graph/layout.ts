// Places a directed graph in columns from left to right. The work grows only with the edges, given as pairs
// of node indexes from 0.

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

export interface Layout {
  /** One for each node. */
  readonly places: readonly Place[]
  /** For each edge where it passes the columns between its ends, so that it does not cross their nodes. */
  readonly bends: readonly (readonly Place[])[]
}

const sweeps = 4

/** Bends that are arranged. Edges of larger graphs are straight. */
const mostBends = 2000

/** In heights of a node. */
const heightOfBend = 0.3

/** Edges lead to the right, but for those that would close a circle. */
export function layoutOf(count: number, edges: readonly LayoutEdge[]): Layout {
  const columnOf = columnsOf(neighborsOf(count, edges, 'from'), neighborsOf(count, edges, 'to'))
  const { bends, parts } = bentOf(edges, columnOf)
  const neighbors = [neighborsOf(columnOf.length, parts, 'from'), neighborsOf(columnOf.length, parts, 'to')]
  const columns: number[][] = []
  for (const [node, column] of columnOf.entries()) (columns[column] ??= []).push(node)
  const rows = columnOf.map(() => 0)
  const spaceOf = (node: number) => (node < count ? 1 : heightOfBend)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const nodes of sweep % 2 === 0 ? columns : columns.toReversed())
      arrange(nodes, neighbors[sweep % 2] ?? [], rows, spaceOf)
  }
  const top = rows.reduce((least, row, node) => Math.min(least, row - spaceOf(node) / 2), Infinity) + 1 / 2
  const places = columnOf.map((column, node) => ({ column, row: (rows[node] ?? 0) - top }))
  return { places: places.slice(0, count), bends: bends.map((nodes) => nodes.flatMap((node) => places[node] ?? [])) }
}

/** Adds a node to each column that an edge passes, in `columnOf`. Returns these nodes, and the edges in parts. */
function bentOf(edges: readonly LayoutEdge[], columnOf: number[]) {
  const columns = (node: number) => columnOf[node] ?? 0
  const between = ({ from, to }: LayoutEdge) => Math.max(columns(to) - columns(from) - 1, 0)
  if (edges.reduce((sum, edge) => sum + between(edge), 0) > mostBends)
    return { bends: edges.map(() => []), parts: edges }
  const parts: LayoutEdge[] = []
  const bends = edges.map((edge) => {
    const nodes = Array.from({ length: between(edge) }, (_, index) => columnOf.push(columns(edge.from) + index + 1) - 1)
    for (const [index, to] of [...nodes, edge.to].entries()) parts.push({ from: nodes[index - 1] ?? edge.from, to })
    return nodes
  })
  return { bends, parts }
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
  const ready = waiting.flatMap((count, node) => (count === 0 ? [node] : []))
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

/** Sorts a column by the mean row of neighbors, and puts each node as near to it as the others of the column permit. */
function arrange(
  nodes: number[],
  neighbors: readonly number[][],
  rows: number[],
  spaceOf: (node: number) => number,
): void {
  const rowOf = (node: number) => rows[node] ?? 0
  const targets = new Map(nodes.map((node) => [node, meanOf((neighbors[node] ?? []).map(rowOf)) ?? rowOf(node)]))
  const targetOf = (node: number) => targets.get(node) ?? 0
  nodes.sort((a, b) => targetOf(a) - targetOf(b))
  let free = -Infinity
  for (const node of nodes) {
    rows[node] = Math.max(targetOf(node), free + spaceOf(node) / 2)
    free = rowOf(node) + spaceOf(node) / 2
  }
  const surplus = meanOf(nodes.map((node) => rowOf(node) - targetOf(node))) ?? 0
  for (const node of nodes) rows[node] = rowOf(node) - surplus
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}
