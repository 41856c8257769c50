// Keeps the configuration that every transaction needs first.
import { isPromise } from '../kernel/is-promise.js'
import type { Reader, Row } from '../schema/index.js'
import { requireKnownVersion } from '../schema/known-migrations.js'
import type { Awaitable } from '../store/index.js'
import { loadCatalogue, withProducts, type Catalogue } from './catalogue.js'
import { productsChanged } from './product-changes.js'

/** The data that every transaction needs first. */
interface Setup {
  readonly installation: Row<'installation'>
  readonly catalogue: Catalogue
}

export interface ReadSetup {
  (tx: Reader): Awaitable<Setup>
  /** A copy that keeps new data to itself: for changes that may be rolled back. */
  readonly fork: () => ReadSetup
}

interface SetupReaderOptions {
  readonly remembered?: Catalogue | undefined
  /** Called after each reload of the catalogue, or of some products. */
  readonly onLoad?: (() => void) | undefined
}

/**
 * Creates a reader of the configuration that rejects stores of a newer schema. It caches the catalogue by its version, which is
 * read every time. If only a few products have changed since, it reloads these.
 * @throws StoreError `schema_newer`
 */
export function createSetupReader({ remembered, onLoad }: SetupReaderOptions = {}): ReadSetup {
  let known = remembered
  const load = async (tx: Reader, installation: Row<'installation'>) => {
    onLoad?.()
    const productIds = known && productsChanged(installation, known)
    const catalogue =
      known && productIds
        ? await withProducts(tx, known, installation, productIds)
        : await loadCatalogue(tx, installation)
    known = catalogue
    return { installation, catalogue }
  }
  const setupOf = (tx: Reader, [installation]: readonly Row<'installation'>[]) => {
    if (!installation) throw new Error('the store has not been set up')
    requireKnownVersion(installation)
    const current = known
    return current?.version === installation.catalogue_version
      ? { installation, catalogue: current }
      : load(tx, installation)
  }
  const read = (tx: Reader) => {
    const rows = tx.select({ from: 'installation' })
    return isPromise(rows) ? rows.then((found) => setupOf(tx, found)) : setupOf(tx, rows)
  }
  return Object.assign(read, { fork: () => createSetupReader({ remembered: known, onLoad }) })
}
