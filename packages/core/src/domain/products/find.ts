// Products by id or name, which the caller may administer.
import { hasProductRight } from '../../access/permissions.js'
import { requireProduct } from '../../access/products.js'
import type { Product } from '../../setup/catalogue.js'
import { hasRight, type Call } from '../../call/context.js'
import type { Refs } from '../../call/define/refs.js'
import { TrackerError } from '../../kernel/errors.js'

/**
 * A product with parts that the caller may change: with editcomponents, everywhere or in the product.
 * @throws object_does_not_exist, product_admin_denied
 */
export function requireAdministrableProduct(call: Call, ref: number | string, field: string): Product {
  const product = requireProduct(call, ref, field)
  requireAdministrable(call, product, field)
  return product
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

/**
 * The right that whoever administers something about products has, before anything is looked up.
 * @throws auth_failure unless the caller has editcomponents, everywhere or in some product
 */
export function requireSomeAdministrable(call: Call, action: string): void {
  const isAdministrator =
    hasRight(call, 'editcomponents') ||
    [...call.catalogue.products].some((product) => hasProductRight(call, product, 'editcomponents'))
  if (!isAdministrator) throw new TrackerError('auth_failure', { action })
}

/** @throws product_admin_denied. Ask only about a product that the caller has access to. */
export function requireAdministrable(call: Call, product: Product, field: string): void {
  if (!hasProductRight(call, product, 'editcomponents'))
    throw new TrackerError('product_admin_denied', { field, value: product.name })
}
