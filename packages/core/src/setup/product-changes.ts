// The latest versions of the catalogue that differ from the one before only in some products, so that others need not be reloaded.
import type { Row, Writer } from '../schema/index.js'
import { bumpCatalogueVersion, type Catalogue } from './catalogue.js'

/** Every transaction reads them. */
const mostChanges = 8
const mostProducts = 20

/** In all versions of this range, only these products, their parts and their group controls changed. */
interface ProductChange {
  readonly from: number
  readonly to: number
  readonly ids: readonly number[]
}

/** Invalidates these products, their parts and their group controls, as `bumpCatalogueVersion` invalidates everything. */
export async function bumpProducts(tx: Writer, productIds: readonly number[]): Promise<void> {
  const ids = [...new Set(productIds)].toSorted((a, b) => a - b)
  if (ids.length > mostProducts) return bumpCatalogueVersion(tx)
  const [row] = await tx.select({ from: 'installation', columns: ['catalogue_version', 'product_changes'] })
  const { catalogue_version: before, product_changes } = row ?? { catalogue_version: 0, product_changes: null }
  const version = before + 1
  const changes = changesUntil(before, product_changes)
  const last = changes.at(-1)
  const after =
    last?.ids.join() === ids.join()
      ? [...changes.slice(0, -1), { ...last, to: version }]
      : [...changes.slice(1 - mostChanges), { from: version, to: version, ids }]
  const columns = { catalogue_version: version, product_changes: textOf(after) }
  await tx.update('installation', { col: 'id', eq: 1 }, columns)
}

/** Returns the products that differ from those of an earlier catalogue, or undefined if anything else may differ. */
export function productsChanged(
  { catalogue_version, product_changes, feed_epoch }: Row<'installation'>,
  { version, feedEpoch }: Catalogue,
): Set<number> | undefined {
  // A restored store may count the same versions again.
  if (version >= catalogue_version || feedEpoch !== feed_epoch) return undefined
  const changes = changesUntil(catalogue_version, product_changes)
  const [first] = changes
  if (!first || first.from > version + 1) return undefined
  return new Set(changes.filter(({ to }) => to > version).flatMap(({ ids }) => ids))
}

/** The changes without gaps that end with this version. None if another change followed them. */
function changesUntil(version: number, text: string | null): ProductChange[] {
  const changes = (text ?? '').split(' ').map((entry) => {
    const [from = 0, to = 0, ...ids] = entry.split(/[-:,]/).map(Number)
    return { from, to, ids }
  })
  return changes.at(-1)?.to === version ? changes : []
}

/** For example `41-52:7 53-53:7,9`. */
function textOf(changes: readonly ProductChange[]): string {
  return changes.map(({ from, to, ids }) => `${from}-${to}:${ids.join()}`).join(' ')
}
