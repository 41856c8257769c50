// One product: its components and milestones, and how many bugs they have.
import type { Client } from '../../page/operations.js'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { CountLink } from '../../parts/count-link.js'
import { TableHeader } from '../../parts/table-header.js'
import { Link } from '../../parts/link.js'
import { OpenClosedFigure, type OpenClosed } from '../../parts/open-closed.js'
import { daysShown, OpenClosedTrend, type Trend } from '../../parts/trend.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { offsetIn } from '../../page/offset.js'
import { partOf } from '../../page/part.js'
import { Missing, pathOf, type PageAddress } from '../../page/page.js'
import { PartLinks } from '../../parts/part-links.js'
import { countOf, countOpenClosed } from './counts.js'
import { FollowButton, FollowsProvider, useFollows } from './follow.js'
import { figureTexts } from '../../texts/english/figure.js'
import { productsTexts } from '../../texts/english/products.js'

type Product = ServerMetadataAnswer['products'][number]

interface ProductData {
  readonly product: Product
  readonly byComponent: ReadonlyMap<string, OpenClosed>
  readonly byMilestone: ReadonlyMap<string, OpenClosed>
  readonly trend: Trend
}

/** @throws Missing */
export async function loadProduct(operations: Client, name: string): Promise<Product> {
  const { products } = await operations.server.metadata({ products: [name], include_fields: ['products'] })
  const product = products.find((one) => one.name === name)
  if (!product) throw new Missing('product', name)
  return product
}

export const product = definePage<ProductData>({
  texts: { products: productsTexts, figure: figureTexts },
  async load(operations, { params }) {
    const product = await loadProduct(operations, params['product'] ?? '')
    const criteria = { product: product.name }
    const [byComponent, byMilestone, trend] = await Promise.all([
      countOpenClosed(operations, criteria, 'component'),
      countOpenClosed(operations, criteria, 'target_milestone'),
      operations.bugs.trend({ ...criteria, days: daysShown }),
    ])
    return { product, byComponent, byMilestone, trend }
  },
  title: ({ product: { name } }) => visible(name),
  View: ({ data, address }) => {
    const { texts, who } = useApp()
    const labels = texts.products
    const { product: shown, byComponent, trend } = data
    const follows = useFollows(shown.name)
    const query = { product: shown.name }
    const rows = shown.components
      .map(({ name }) => countOf(byComponent, name, { ...query, component: name }))
      .filter(({ open, closed }) => open + closed > 0)
    return (
      <FollowsProvider value={follows}>
        <div class="product-page">
          <p class="place">
            <Link to="/products">{labels.all}</Link>
          </p>
          <div class="section-head">
            <h1>
              <bdi>{visible(shown.name)}</bdi>
            </h1>
            <p class="ways">
              <Link to={`/bugs?${new URLSearchParams({ ...query, status: '__open__' })}`}>{labels.showBugs}</Link>
              <Link to={`/charts?${new URLSearchParams(query)}`}>{texts.list.charts}</Link>
              {who && shown.is_enterable && <Link to={`/new?${new URLSearchParams(query)}`}>{labels.fileBug}</Link>}
              <FollowButton product={shown.name} />
            </p>
          </div>
          <p class="about">
            <bdi>{visible(shown.description)}</bdi>
          </p>
          {rows.length > 0 && (
            <div class="charts">
              <OpenClosedTrend title={labels.openAndClosed} trend={trend} />
              <OpenClosedFigure title={labels.byComponent} of={labels.component} rows={rows} />
            </div>
          )}
          <Components {...data} address={address} />
          <Milestones {...data} address={address} />
        </div>
      </FollowsProvider>
    )
  },
})

interface SectionProps extends ProductData {
  readonly address: PageAddress
}

function Components({ product: { name: product, components }, byComponent, address }: SectionProps) {
  const { who, texts } = useApp()
  const labels = texts.products
  const part = partOf(components, offsetIn(address.query, 'components'))
  return (
    <section>
      <h2>{labels.components}</h2>
      <table class="things" aria-label={labels.components}>
        <TableHeader of={[labels.component, labels.description, labels.open]} hasButtons={who !== null} />
        <tbody>
          {part.rows.map(({ id, name, description, is_active }) => {
            const query = { product, component: name }
            return (
              <tr key={id} class={is_active ? undefined : 'is-inactive'}>
                <th scope="row">
                  <Link to={`/bugs?${new URLSearchParams({ ...query, status: '__open__' })}`}>
                    <bdi>{visible(name)}</bdi>
                  </Link>
                  {!is_active && <p class="hint">{labels.inactive}</p>}
                </th>
                <td data-label={labels.description}>
                  <bdi>{visible(description)}</bdi>
                </td>
                <td data-label={labels.open} class="number">
                  <CountLink count={countOf(byComponent, name, query).open} query={{ ...query, status: '__open__' }} />
                </td>
                {who && (
                  <td>
                    <FollowButton product={product} component={name} />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      <PartLinks part={part} address={address} of={labels.components} name="components" />
    </section>
  )
}

function Milestones({ product: { name: product, milestones }, byMilestone, address }: SectionProps) {
  const { products: labels } = useApp().texts
  const part = partOf(milestones, offsetIn(address.query, 'milestones'))
  return (
    <section>
      <h2>{labels.milestones}</h2>
      <table class="things" aria-label={labels.milestones}>
        <TableHeader of={[labels.milestone, labels.open, labels.bugs]} />
        <tbody>
          {part.rows.map(({ name, is_active }) => {
            const query = { product, target_milestone: name }
            const { open, closed } = countOf(byMilestone, name, query)
            return (
              <tr key={name} class={is_active ? undefined : 'is-inactive'}>
                <th scope="row">
                  <Link to={pathOf('products', product, 'milestones', name)}>
                    <bdi>{visible(name)}</bdi>
                  </Link>
                  {!is_active && <p class="hint">{labels.inactive}</p>}
                </th>
                <td data-label={labels.open} class="number">
                  <CountLink count={open} query={{ ...query, status: '__open__' }} />
                </td>
                <td data-label={labels.bugs} class="number">
                  <CountLink count={open + closed} query={query} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <PartLinks part={part} address={address} of={labels.milestones} name="milestones" />
    </section>
  )
}
