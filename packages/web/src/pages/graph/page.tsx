// The dependencies of a bug.
import type { BugsGraphAnswer } from '@trackerkit/client/types'
import { Link } from '../../parts/link.js'
import { Status } from '../../parts/status.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { missingBug } from '../../page/missing-bug.js'
import { Missing, Moved, pathOf, type PageAddress } from '../../page/page.js'
import { Picture } from './picture.js'
import { treeOf, type Branch, type GraphBug } from './tree.js'
import { graphTexts } from '../../texts/english/graph.js'

interface GraphView {
  readonly depth: number
  readonly isOpenOnly: boolean
}

interface GraphData extends GraphView {
  readonly graph: BugsGraphAnswer
  readonly bug: GraphBug
}

const depths = [1, 2, 3, 4, 5]
const usualDepth = 3

function viewIn(query: URLSearchParams): GraphView {
  const depth = Number(query.get('depth') ?? usualDepth)
  return { depth: depths.includes(depth) ? depth : usualDepth, isOpenOnly: query.get('open_only') === '1' }
}

export const graph = definePage<GraphData>({
  texts: { graph: graphTexts },
  async load(operations, { params, query }) {
    const name = params['id'] ?? ''
    const { depth, isOpenOnly } = viewIn(query)
    const graph = await operations.bugs.graph({ id: name, depth, open_only: isOpenOnly }).catch(missingBug(name))
    const [bug] = graph.bugs
    if (!bug) throw new Missing('bug', name)
    if (name !== String(bug.id)) throw new Moved(pathOf('bug', bug.id, 'graph'))
    return { graph, bug, depth, isOpenOnly }
  },
  title: ({ bug }, texts) => texts.graph.title(bug.id),
  View: GraphPage,
})

function GraphPage({ data }: { readonly data: GraphData; readonly address: PageAddress }) {
  const { texts } = useApp()
  const { graph: labels } = texts
  const { graph, bug } = data
  return (
    <div class="graph-page">
      <p class="place">
        <Link to={pathOf('bug', bug.id)}>
          {texts.bug.heading(bug.id)} <bdi>{visible(bug.summary)}</bdi>
        </Link>
      </p>
      <h1>{labels.title(bug.id)}</h1>
      <Controls data={data} />
      {graph.cut && <p class="remark">{labels.cut}</p>}
      {graph.edges.length > 0 && <Picture graph={graph} root={bug.id} />}
      <div class="graph-lists">
        <Side title={labels.dependsOn} branches={treeOf(graph, bug.id, 'below')} none={labels.noneBelow} />
        <Side title={labels.blocks} branches={treeOf(graph, bug.id, 'above')} none={labels.noneAbove} />
      </div>
    </div>
  )
}

function Controls({ data: { bug, depth, isOpenOnly } }: { readonly data: GraphData }) {
  const app = useApp()
  const { graph: labels } = app.texts
  const change = (more: Partial<GraphView>) => {
    const view = { ...viewIn(app.query()), ...more }
    const query = new URLSearchParams({ depth: String(view.depth), ...(view.isOpenOnly && { open_only: '1' }) })
    void app.go(`${pathOf('bug', bug.id, 'graph')}?${query}`, { replace: true })
  }
  return (
    <div class="graph-controls">
      <label for="graph-depth">{labels.depth}</label>
      <select
        id="graph-depth"
        value={String(depth)}
        onChange={({ currentTarget }) => change({ depth: Number(currentTarget.value) })}
      >
        {depths.map((one) => (
          <option key={one} value={String(one)}>
            {one}
          </option>
        ))}
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={isOpenOnly}
          onChange={({ currentTarget }) => change({ isOpenOnly: currentTarget.checked })}
        />
        {labels.openOnly}
      </label>
    </div>
  )
}

interface SideProps {
  readonly title: string
  readonly branches: readonly Branch[]
  readonly none: string
}

function Side({ title, branches, none }: SideProps) {
  return (
    <section>
      <h2>{title}</h2>
      {branches.length === 0 ? <p class="quiet-text">{none}</p> : <Branches label={title} branches={branches} />}
    </section>
  )
}

function Branches({ label, branches }: { readonly label?: string; readonly branches: readonly Branch[] }) {
  const { texts } = useApp()
  return (
    <ul class="branches" aria-label={label}>
      {branches.map(({ bug, isAgain, next }) => (
        <li key={bug.id}>
          <Link to={pathOf('bug', bug.id)}>
            {bug.id} <bdi>{visible(bug.summary)}</bdi>
          </Link>{' '}
          <Status status={bug.status} resolution={bug.resolution} isOpen={bug.is_open} />
          {isAgain && <span class="quiet-text"> {texts.graph.again}</span>}
          {next.length > 0 && <Branches branches={next} />}
        </li>
      ))}
    </ul>
  )
}
