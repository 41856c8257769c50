// A milestone: its open bugs, and the bugs that block them.
import type { Bug } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import { BugTable, tableFields, type TableBug } from '../../parts/bug-table.js'
import type { Mark } from '../../parts/chart-marks.js'
import { daysUntil } from '../../parts/days-until.js'
import { Link } from '../../parts/link.js'
import { OpenClosedFigure, type OpenClosed } from '../../parts/open-closed.js'
import { BurnDown, daysShown, type Trend } from '../../parts/trend.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { Missing, pathOf } from '../../page/page.js'
import { countOpenClosed } from './counts.js'
import { loadProduct } from './product.js'
import { grownBy } from './scope.js'
import { figureTexts } from '../../texts/english/figure.js'
import { productsTexts } from '../../texts/english/products.js'

interface MilestoneData {
  readonly product: string
  readonly milestone: string
  /** YYYY-MM-DD; null for none. */
  readonly start: string | null
  readonly due: string | null
  /** Bugs more than at its start date, where it has one. */
  readonly grown: number | undefined
  readonly trend: Trend
  readonly byComponent: readonly OpenClosed[]
  readonly open: readonly TableBug[]
  readonly total: number
  readonly blockers: readonly TableBug[]
  /** Of all of them. */
  readonly blockerIds: readonly number[]
}

/** The list shows the others. */
const mostShown = 50

/** The number of bugs whose dependencies are read. */
const mostAsked = 500

export const milestone = definePage<MilestoneData>({
  texts: { products: productsTexts, figure: figureTexts },
  async load(operations, { params }) {
    const product = await loadProduct(operations, params['product'] ?? '')
    const name = params['milestone'] ?? ''
    if (!product.milestones.some((one) => one.name === name)) throw new Missing('milestone', name)
    const criteria = { product: product.name, target_milestone: name }
    const dates = operations.milestones
      .get({ product: product.name, names: [name] })
      .then(({ milestones }) => milestones[0])
    const growth = dates.then((its) => grownBy(operations, criteria, its?.start_date ?? null, Date.now()))
    const [trend, byComponent, { bugs, total_matches = 0 }, its, grown] = await Promise.all([
      operations.bugs.trend({ ...criteria, days: daysShown, hours: true }),
      countOpenClosed(operations, criteria, 'component'),
      operations.bugs.search({
        ...criteria,
        status: '__open__',
        order: 'priority,id',
        limit: mostAsked,
        count_total: true,
        include_fields: [...tableFields, 'depends_on'],
      }),
      dates,
      growth,
    ])
    return {
      product: product.name,
      milestone: name,
      start: its?.start_date ?? null,
      due: its?.due_date ?? null,
      grown,
      trend,
      byComponent: [...byComponent.values()],
      open: bugs.slice(0, mostShown),
      total: total_matches,
      ...(await loadBlockers(operations, bugs, criteria)),
    }
  },
  title: ({ product, milestone: name }, texts) => texts.products.milestoneTitle(visible(product), visible(name)),
  View: MilestonePage,
})

/** Open bugs that these wait for and that are not of the milestone. */
async function loadBlockers(
  operations: Client,
  bugs: readonly Pick<Bug, 'id' | 'depends_on'>[],
  milestone: Pick<Bug, 'product' | 'target_milestone'>,
): Promise<Pick<MilestoneData, 'blockers' | 'blockerIds'>> {
  const ownIds = new Set(bugs.map(({ id }) => id))
  const ids = [...new Set(bugs.flatMap(({ depends_on }) => depends_on))].filter((id) => !ownIds.has(id))
  if (ids.length === 0) return { blockers: [], blockerIds: [] }
  const result = await operations.bugs.search({
    id: ids.slice(0, mostAsked),
    status: '__open__',
    order: 'priority,id',
    include_fields: [...tableFields, 'target_milestone'],
  })
  // The milestone's list has those that were not queried.
  const others = result.bugs.filter(
    (bug) => bug.product !== milestone.product || bug.target_milestone !== milestone.target_milestone,
  )
  return { blockers: others.slice(0, mostShown), blockerIds: others.map(({ id }) => id) }
}

function MilestonePage({ data }: { readonly data: MilestoneData }) {
  const { texts, now } = useApp()
  const { products: labels, list } = texts
  const { product, milestone: name, trend, byComponent, open, total, blockers, blockerIds } = data
  const all = new URLSearchParams({ product, target_milestone: name })
  const query = new URLSearchParams({ product, target_milestone: name, status: '__open__' })
  return (
    <div class="product-page">
      <p class="place">
        <Link to={pathOf('products', product)}>
          <bdi>{visible(product)}</bdi>
        </Link>
      </p>
      <div class="section-head">
        <h1>
          <bdi>{labels.milestoneTitle(visible(product), visible(name))}</bdi>
        </h1>
        {byComponent.length > 0 && (
          <p class="ways">
            <Link to={`/bugs?${all}`}>{labels.showAll}</Link>
            <Link to={`/charts?${all}`}>{list.charts}</Link>
          </p>
        )}
      </div>
      <Progress data={data} />
      {byComponent.length === 0 ? (
        <p class="quiet-text">{labels.noBugs}</p>
      ) : (
        <div class="charts">
          <BurnDown title={labels.burnDown} trend={trend} marks={marksOf(data, labels, now.value)} />
          <OpenClosedFigure title={labels.byComponent} of={labels.component} rows={byComponent} />
        </div>
      )}
      <section>
        <div class="section-head">
          <h2>{labels.openBugs}</h2>
          {total > 0 && <Link to={`/bugs?${query}`}>{labels.allOf(total)}</Link>}
        </div>
        <BugTable label={labels.openBugs} bugs={open} none={labels.noOpenBugs} />
      </section>
      <section>
        <div class="section-head">
          <h2>{labels.blockedBy}</h2>
          {blockerIds.length > mostShown && (
            <Link to={`/bugs?id=${blockerIds.join(',')}`}>{labels.allOf(blockerIds.length)}</Link>
          )}
        </div>
        {blockers.length > 0 && <p class="quiet-text">{labels.blockedByAbout}</p>}
        <BugTable label={labels.blockedBy} bugs={blockers} none={labels.notBlocked} />
      </section>
    </div>
  )
}

/** Its due date, and its start date if that has passed. */
function marksOf({ start, due }: MilestoneData, labels: typeof productsTexts, now: number): readonly Mark[] {
  return [
    ...(start === null || daysUntil(start, now) > 0 ? [] : [{ day: start, label: labels.start }]),
    ...(due === null ? [] : [{ day: due, label: labels.due }]),
  ]
}

/** The closed bugs of the milestone, the days that are left, and the bugs that were not planned. */
function Progress({ data: { byComponent, due, grown = 0 } }: { readonly data: MilestoneData }) {
  const { texts, now } = useApp()
  const labels = texts.products
  const closed = byComponent.reduce((sum, one) => sum + one.closed, 0)
  const all = byComponent.reduce((sum, one) => sum + one.closed + one.open, 0)
  const parts = [
    ...(all > 0 ? [labels.progress(texts.number(closed), texts.number(all))] : []),
    ...(due === null ? [] : [labels.daysLeft(daysUntil(due, now.value))]),
    ...(all > 0 && grown > 0 ? [labels.morePlanned(texts.number(grown))] : []),
  ]
  return parts.length === 0 ? null : <p class="quiet-text">{parts.join(', ')}</p>
}
