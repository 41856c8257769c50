import { z } from 'zod'
import { isAccessible, isEnterable, maySearch } from '../../access/products.js'
import type { Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { defineRead } from '../../define/operation.js'

function listProducts(name: string, summary: string, isOnList: (call: Call, product: Product) => boolean) {
  return defineRead({
    name,
    summary,
    access: 'optional',
    input: z.strictObject({}),
    output: z.object({ ids: z.array(z.int()) }),
    async run(_tx, _input, call) {
      const products = [...call.catalogue.products].filter((product) => isOnList(call, product))
      return { ids: products.map((product) => product.id) }
    },
  })
}

/**
 * The ids of the products that the caller can search, by name. Contract: Products, product_selectable.
 * @example const { ids } = await alice.products.selectable()
 */
export const selectableProducts = listProducts(
  'products.selectable',
  'The products that the caller can search',
  maySearch,
)

/**
 * The ids of the products that the caller can enter bugs against, by name: they are open and have an active component and
 * version. Contract: Products, product_enterable.
 * @example const { ids } = await alice.products.enterable()
 */
export const enterableProducts = listProducts(
  'products.enterable',
  'The products that the caller can enter bugs against',
  isEnterable,
)

/**
 * The ids of the products that the caller can search or enter bugs against, by name. Contract: Products, product_accessible.
 * @example const { ids } = await alice.products.accessible()
 */
export const accessibleProducts = listProducts(
  'products.accessible',
  'The products that the caller can search or enter bugs against',
  isAccessible,
)
