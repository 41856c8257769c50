// Products by id or name, as far as the caller may know of them.
import { hasProductRight } from '../access/permissions.js'
import { isAccessible } from '../access/products.js'
import type { Product } from '../catalogue.js'
import type { Call } from '../context.js'
import { TrackerError } from '../errors.js'

/** The product. One that the caller has no access to does not exist. @throws object_does_not_exist */
export function requireProduct(call: Call, ref: number | string, field: string): Product {
  const { products } = call.catalogue
  const product = typeof ref === 'number' ? products.get(ref) : products.named(ref)
  if (!product || !isAccessible(call, product))
    throw new TrackerError('object_does_not_exist', { kind: 'product', field, value: ref })
  return product
}

/**
 * The product, whose components, versions and so on the caller may change: with editcomponents, everywhere or in the product.
 * @throws object_does_not_exist, product_admin_denied
 */
export function requireAdministrableProduct(call: Call, ref: number | string, field: string): Product {
  const product = requireProduct(call, ref, field)
  requireAdministrable(call, product, field)
  return product
}

/** @throws product_admin_denied. Ask only about a product that the caller has access to. */
export function requireAdministrable(call: Call, product: Product, field: string): void {
  if (!hasProductRight(call, product, 'editcomponents'))
    throw new TrackerError('product_admin_denied', { field, value: product.name })
}
