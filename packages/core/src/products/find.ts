// Products by id or name, as far as the caller may know of them.
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
