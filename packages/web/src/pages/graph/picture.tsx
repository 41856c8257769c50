// Draws the dependencies: a bug is to the left of the bugs it blocks.
import type { BugsGraphAnswer } from '@trackerkit/client/types'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { pathOf } from '../../page/page.js'
import { inWords } from '../../page/value-words.js'
import { layoutOf, type Place as LayoutPlace } from './layout.js'
import type { GraphBug } from './tree.js'

const [nodeWidth, nodeHeight, margin] = [200, 44, 8]
const [columnWidth, rowHeight] = [nodeWidth + 56, nodeHeight + 12]

/** Characters of a summary that fit into a node. */
const mostCharacters = 26

/** Larger graphs would be a tangle of lines. */
const most = { bugs: 60, edges: 150 }

/** With the middle of its box. */
interface Place extends Point {
  readonly bug: GraphBug
}

interface Arranged {
  readonly width: number
  readonly height: number
  readonly places: readonly Place[]
  /** Each as the path of a line. */
  readonly lines: readonly string[]
}

function arranged(bugs: readonly GraphBug[], edges: BugsGraphAnswer['edges']): Arranged {
  const indexes = new Map(bugs.map(({ id }, index) => [id, index]))
  const indexOf = (id: number) => indexes.get(id) ?? 0
  const between = edges.map(({ blocks, depends_on }) => ({ from: indexOf(depends_on), to: indexOf(blocks) }))
  const layout = layoutOf(bugs.length, between)
  const places = bugs.map((bug, index) => ({ bug, ...pointOf(layout.places[index] ?? { column: 0, row: 0 }) }))
  const points = [...places, ...layout.bends.flat().map(pointOf)]
  return {
    width: Math.max(...places.map(({ x }) => x)) + nodeWidth / 2 + margin,
    height: Math.max(...points.map(({ y }) => y)) + nodeHeight / 2 + margin,
    places,
    lines: between.map(({ from, to }, index) => lineOf(places[from], layout.bends[index] ?? [], places[to])),
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

function pointOf({ column, row }: LayoutPlace): Point {
  const y = margin + nodeHeight / 2 + row * rowHeight
  return { x: margin + nodeWidth / 2 + column * columnWidth, y: Math.round(y) }
}

/** Straight from box to box, and past the boxes between them. */
function lineOf(from: Point | undefined, bends: readonly LayoutPlace[], to: Point | undefined): string {
  if (!from || !to) return ''
  const half = nodeWidth / 2
  const passed = bends.map(pointOf).map(({ x, y }) => `L${x - half} ${y}H${x + half}`)
  return `M${from.x + half} ${from.y}${passed.join('')}L${to.x - half} ${to.y}`
}

export function Picture({ graph, root }: { readonly graph: BugsGraphAnswer; readonly root: number }) {
  const { texts, measure } = useApp()
  const inGraph = new Set(graph.edges.flatMap(({ blocks, depends_on }) => [blocks, depends_on]))
  const bugs = graph.bugs.filter(({ id }) => inGraph.has(id))
  if (bugs.length > most.bugs || graph.edges.length > most.edges) {
    return (
      <p role="status" class="remark">
        {texts.graph.tooLarge}
      </p>
    )
  }
  const { width, height, places, lines } = measure('layout', () => arranged(bugs, graph.edges))
  return (
    <figure class="graph" aria-label={texts.graph.picture}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerUnits="userSpaceOnUse"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        {lines.map((line, index) => (
          <path key={index} class="edge" d={line} marker-end="url(#arrow)" />
        ))}
        {places.map((place) => (
          <Node key={place.bug.id} place={place} isRoot={place.bug.id === root} />
        ))}
      </svg>
    </figure>
  )
}

function Node({ place: { bug, x, y }, isRoot }: { readonly place: Place; readonly isRoot: boolean }) {
  const { texts, href } = useApp()
  const [left, top] = [x - nodeWidth / 2, y - nodeHeight / 2]
  const summary = visible(bug.summary)
  const characters = Array.from(summary)
  const isLong = characters.length > mostCharacters
  const kind = `node ${bug.is_open ? 'is-open' : 'is-closed'} ${isRoot ? 'is-root' : ''}`
  return (
    <a href={href(pathOf('bug', bug.id))} class={kind}>
      <rect x={left} y={top} width={nodeWidth} height={nodeHeight} rx="6">
        <title>{summary}</title>
      </rect>
      <text x={left + 10} y={top + 18} class="node-head">
        {bug.id} · {visible(inWords(texts, bug.resolution || bug.status))}
      </text>
      <text x={left + 10} y={top + 34}>
        {isLong ? `${characters.slice(0, mostCharacters - 1).join('')}…` : summary}
      </text>
    </a>
  )
}
