// All products.
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { CountLink } from '../../parts/count-link.js'
import { TableHeader } from '../../parts/table-header.js'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { productNames } from '../../page/product-values.js'
import { offsetIn } from '../../page/offset.js'
import { partOf, type Part } from '../../page/part.js'
import { pathOf } from '../../page/page.js'
import { PartLinks } from '../../parts/part-links.js'
import { figureTexts } from '../../texts/english/figure.js'
import { productsTexts } from '../../texts/english/products.js'

interface ProductsData {
  readonly part: Part<ServerMetadataAnswer['products'][number]>
  /** Open bugs by the name of their product. */
  readonly open: ReadonlyMap<string, number>
}

export const products = definePage<ProductsData>({
  texts: { products: productsTexts, figure: figureTexts },
  async load(operations, { query }) {
    const [names, { x, counts }] = await Promise.all([
      productNames(operations),
      operations.bugs.count({ status: '__open__', x: 'product' }),
    ])
    const part = partOf(names, offsetIn(query))
    const { products: rows } = await operations.server.metadata({
      products: [...part.rows],
      include_fields: ['products.id', 'products.name', 'products.description'],
    })
    return { part: { ...part, rows }, open: new Map(x.map((name, row) => [name, counts[row]?.[0] ?? 0])) }
  },
  title: (_, texts) => texts.products.title,
  View: ({ data: { part, open }, address: { path, query } }) => {
    const { products: labels } = useApp().texts
    return (
      <div class="list-page">
        <h1>{labels.title}</h1>
        {part.total === 0 ? (
          <p>{labels.none}</p>
        ) : (
          <table class="things" aria-label={labels.title}>
            <TableHeader of={[labels.product, labels.description, labels.open]} />
            <tbody>
              {part.rows.map(({ id, name, description }) => (
                <tr key={id}>
                  <th scope="row">
                    <Link to={pathOf('products', name)}>
                      <bdi>{visible(name)}</bdi>
                    </Link>
                  </th>
                  <td data-label={labels.description}>
                    <bdi>{visible(description)}</bdi>
                  </td>
                  <td data-label={labels.open} class="number">
                    <CountLink count={open.get(name) ?? 0} query={{ product: name, status: '__open__' }} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <PartLinks part={part} address={{ path, query }} />
      </div>
    )
  },
})
