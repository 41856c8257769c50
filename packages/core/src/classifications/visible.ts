// Which classifications there are for a caller.
import { isAccessible } from '../access/products.js'
import type { Classification, Product } from '../catalogue.js'
import { hasRight, type Call } from '../context.js'

type Viewer = Pick<Call, 'who' | 'catalogue'>

/** Those that hold a product the caller has access to; all of them for who administers them. */
export function isVisibleClassification(viewer: Viewer, classification: Classification): boolean {
  return hasRight(viewer, 'editclassifications') || productsIn(viewer, classification).length > 0
}

/** The products of a classification that the caller has access to, by name. */
export function productsIn(viewer: Viewer, classification: Classification): Product[] {
  return [...viewer.catalogue.products].filter(
    (product) => product.classification_id === classification.id && isAccessible(viewer, product),
  )
}
