import * as z from 'zod'
import { isAccessible, isEnterable, maySearch } from '../../access/products.js'
import type { Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { defineRead, type AnyOperation } from '../../call/define/operation.js'

type About = Pick<AnyOperation, 'name' | 'summary' | 'description' | 'examples'>

function listProducts(about: About, isOnList: (call: Call, product: Product) => boolean) {
  return defineRead({
    ...about,
    access: 'optional',
    input: z.strictObject({}),
    output: z.object({ ids: z.array(z.int()).meta({ description: 'IDs of the products, by product name.' }) }),
    async run(_tx, _input, call) {
      const products = [...call.catalogue.products].filter((product) => isOnList(call, product))
      return { ids: products.map((product) => product.id) }
    },
  })
}

// Contract: Products, product_selectable.
export const selectableProducts = listProducts(
  {
    name: 'products.selectable',
    summary: 'List products that the caller can search',
    description: 'Returns the IDs of the products that the caller can search, by name.',
    examples: [
      { title: 'The products that one can search', code: 'const { ids } = await alice.products.selectable()' },
    ],
  },
  maySearch,
)

// Contract: Products, product_enterable.
export const enterableProducts = listProducts(
  {
    name: 'products.enterable',
    summary: 'List products in which the caller can file bugs',
    description:
      'Returns the IDs of the products in which the caller can file bugs, by name: they are open and have ' +
      'an active component and version.',
    examples: [
      { title: 'The products that one can file bugs in', code: 'const { ids } = await alice.products.enterable()' },
    ],
  },
  isEnterable,
)

// Contract: Products, product_accessible.
export const accessibleProducts = listProducts(
  {
    name: 'products.accessible',
    summary: 'List products that the caller can access',
    description:
      'Returns the IDs of the products that the caller can search or in which the caller can file bugs, by ' + 'name.',
    examples: [{ title: 'The products that one knows of', code: 'const { ids } = await alice.products.accessible()' }],
  },
  isAccessible,
)
