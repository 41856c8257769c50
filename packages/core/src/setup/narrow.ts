// The configuration as visible to callers who can access only some products.
import { createLruCache, type LruCache } from '../store/lru-cache.js'
import { directory, type Catalogue } from './catalogue.js'

/** Cached sets of products per catalogue. */
const mostSets = 100

const known = new WeakMap<Catalogue, LruCache<Catalogue>>()

/** The catalogue without all other products and their parts. */
export function narrowTo(catalogue: Catalogue, productIds: ReadonlySet<number>): Catalogue {
  const ofCatalogue = known.get(catalogue) ?? createLruCache<Catalogue>(mostSets)
  known.set(catalogue, ofCatalogue)
  const key = [...productIds].toSorted((a, b) => a - b).join()
  const narrow = ofCatalogue.get(key) ?? narrowed(catalogue, productIds)
  ofCatalogue.set(key, narrow)
  return narrow
}

function narrowed(catalogue: Catalogue, productIds: ReadonlySet<number>): Catalogue {
  const ofProducts = <T extends { readonly product_id: number }>(all: ReadonlyMap<number, T>) =>
    new Map([...all].filter(([, { product_id }]) => productIds.has(product_id)))
  return {
    ...catalogue,
    products: directory([...catalogue.products].filter(({ id }) => productIds.has(id))),
    components: ofProducts(catalogue.components),
    versions: ofProducts(catalogue.versions),
    milestones: ofProducts(catalogue.milestones),
  }
}
