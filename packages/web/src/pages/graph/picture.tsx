// The dependencies as a picture: what is waited for stands on the left of what waits.
import { Graph, layout } from '@dagrejs/dagre'
import type { BugsGraphAnswer } from '@trackerkit/client'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { pathOf } from '../page.js'
import type { GraphBug } from './tree.js'

const [nodeWidth, nodeHeight, margin] = [200, 44, 8]

/** Characters of a summary that fit into a node. */
const mostCharacters = 26

interface Place {
  readonly bug: GraphBug
  /** The middle. */
  readonly x: number
  readonly y: number
}

interface Arranged {
  readonly width: number
  readonly height: number
  readonly places: readonly Place[]
  /** Each as the path of a line. */
  readonly lines: readonly string[]
}

function arranged({ bugs, edges }: BugsGraphAnswer): Arranged {
  const drawn = new Graph()
  drawn.setGraph({ rankdir: 'LR', nodesep: 12, ranksep: 48, marginx: margin, marginy: margin })
  drawn.setDefaultEdgeLabel(() => ({}))
  const inGraph = new Set(edges.flatMap(({ blocks, depends_on }) => [blocks, depends_on]))
  const shown = bugs.filter(({ id }) => inGraph.has(id))
  for (const { id } of shown) drawn.setNode(String(id), { width: nodeWidth, height: nodeHeight })
  for (const { blocks, depends_on } of edges) drawn.setEdge(String(depends_on), String(blocks))
  layout(drawn)
  return {
    ...drawn.graph(),
    places: shown.map((bug) => ({ bug, ...drawn.node(String(bug.id)) })),
    lines: edges.map(({ blocks, depends_on }) =>
      drawn
        .edge(String(depends_on), String(blocks))
        .points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${Math.round(x)} ${Math.round(y)}`)
        .join(''),
    ),
  }
}

export function Picture({ graph, root }: { readonly graph: BugsGraphAnswer; readonly root: number }) {
  const { texts } = useApp()
  const { width, height, places, lines } = arranged(graph)
  return (
    <figure class="graph" aria-label={texts.graph.picture}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        {lines.map((line) => (
          <path key={line} class="edge" d={line} marker-end="url(#arrow)" />
        ))}
        {places.map((place) => (
          <Node key={place.bug.id} place={place} isRoot={place.bug.id === root} />
        ))}
      </svg>
    </figure>
  )
}

function Node({ place: { bug, x, y }, isRoot }: { readonly place: Place; readonly isRoot: boolean }) {
  const { href } = useApp()
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
        {bug.id} · {visible(bug.resolution === '' ? bug.status : bug.resolution)}
      </text>
      <text x={left + 10} y={top + 34}>
        {isLong ? `${characters.slice(0, mostCharacters - 1).join('')}…` : summary}
      </text>
    </a>
  )
}
