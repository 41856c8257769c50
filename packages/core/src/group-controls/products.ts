import type { Product } from '../catalogue.js'
import type { Call } from '../context.js'
import { requireAdministrableProduct } from '../products/find.js'

interface Refs {
  readonly ids?: readonly number[] | undefined
  readonly names?: readonly string[] | undefined
}

/**
 * The products named, each once, which the caller may administer.
 * @throws object_does_not_exist, product_admin_denied
 */
export function requireAdministrableProducts(call: Call, { ids = [], names = [] }: Refs): Product[] {
  const products = [
    ...ids.map((ref) => requireAdministrableProduct(call, ref, 'ids')),
    ...names.map((ref) => requireAdministrableProduct(call, ref, 'names')),
  ]
  return [...new Set(products)]
}
