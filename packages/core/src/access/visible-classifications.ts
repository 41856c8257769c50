import { isAccessible } from './products.js'
import type { Classification, Product } from '../setup/catalogue.js'
import { hasRight, type Viewer } from '../call/context.js'

/**
 * True for classifications with a product that the caller has access to; for users who create products, also for empty
 * ones; for administrators of classifications, for all.
 */
export function isVisibleClassification(viewer: Viewer, classification: Classification): boolean {
  if (hasRight(viewer, 'editclassifications')) return true
  const held = [...viewer.catalogue.products].filter((product) => product.classification_id === classification.id)
  if (held.length === 0) return hasRight(viewer, 'editcomponents')
  return held.some((product) => isAccessible(viewer, product))
}

/** The products of a classification that the caller has access to, by name. */
export function productsIn(viewer: Viewer, classification: Classification): Product[] {
  return [...viewer.catalogue.products].filter(
    (product) => product.classification_id === classification.id && isAccessible(viewer, product),
  )
}
