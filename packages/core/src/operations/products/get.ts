import * as z from 'zod'
import { isAccessible, isEnterable, maySearch } from '../../access/products.js'
import type { Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { createAnswerSize, largestList } from '../../call/answer-size.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter, id, list, oneOrMany, word } from '../../call/define/inputs.js'
import { defineRead, problem } from '../../call/define/operation.js'
import { fold } from '../../store/index.js'
import { productView, viewProducts, type ProductView } from '../../domain/products/view.js'

/** The lists of products, with their conditions. */
const lists = { accessible: isAccessible, selectable: maySearch, enterable: isEnterable }
const listNames = Object.keys(lists)

const listName = word.refine(
  (name) => listNames.includes(name),
  problem('get_products_invalid_type', { accepted: listNames }),
)

// Contract: Products, Get Product.
export const getProducts = defineRead({
  name: 'products.get',
  summary: 'Get products with components, versions and milestones',
  description:
    'Returns products with their components, versions, milestones and flag types, by name.\n\n' +
    'Missing and hidden ones are omitted. Field names can be dotted: `components.name`, `versions.id`. ' +
    'Fails with `answer_too_large` if the response would exceed 16 MB; use `include_fields` to make it ' +
    'smaller.',
  errors: ['get_products_invalid_type', 'answer_too_large'],
  examples: [
    {
      title: 'Get the components of a product',
      code: "const { products } = await alice.products.get({ names: ['Widgets'], include_fields: ['id', 'components.name'] })",
    },
  ],
  access: 'optional',
  filters: 'products',
  input: z.strictObject({
    type: oneOrMany(listName)
      .default(['accessible'])
      .meta({
        description:
          '`accessible` (default), `selectable` or `enterable`, as in the three product lists. Several are ' +
          'merged.',
      }),
    ids: list(id).optional().meta({ description: 'IDs of the products.' }),
    names: list(word).optional().meta({ description: 'Names of the products, ignoring case.' }),
    ...fieldFilter,
  }),
  output: z.object({ products: z.array(productView).meta({ description: 'Products, by name.' }) }),
  async run(tx, input, call) {
    const isOnList = (product: Product) => input.type.some((name) => lists[name as keyof typeof lists](call, product))
    const products = findNamed(call, input).filter(isOnList)
    const views = await viewProducts(tx, call, products, createFieldFilter(input), createAnswerSize(largestList))
    return { products: views as ProductView[] }
  },
})

function findNamed({ catalogue }: Call, { ids, names }: { ids?: number[] | undefined; names?: string[] | undefined }) {
  const all = [...catalogue.products]
  if (!ids && !names) return all
  const [wantedIds, wantedNames] = [new Set(ids), new Set(names?.map((name) => fold(name.trim())))]
  return all.filter((product) => wantedIds.has(product.id) || wantedNames.has(product.name_folded))
}
