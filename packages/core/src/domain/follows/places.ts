// Products and components that can be followed.
import { isAccessible, requireProduct } from '../../access/products.js'
import type { Call } from '../../call/context.js'
import type { Product } from '../../setup/catalogue.js'
import { requireComponentIds } from '../components/find.js'
import type { FollowKind } from './where.js'

export const scopes = ['new', 'all'] as const
export type FollowScope = (typeof scopes)[number]

export function accessibleProducts(call: Call): Product[] {
  return [...call.catalogue.products].filter((product) => isAccessible(call, product))
}

/** @throws object_does_not_exist, also for a product that the caller cannot see */
export function requirePlace(
  call: Call,
  { product: name, component }: { readonly product: string; readonly component?: string | undefined },
): { readonly kind: FollowKind; readonly object_id: number } {
  const product = requireProduct(call, name, 'product')
  if (component === undefined) return { kind: 'product', object_id: product.id }
  const [object_id = 0] = requireComponentIds(call, [component], [product.id])
  return { kind: 'component', object_id }
}
