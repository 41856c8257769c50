// The latest versions of the catalogue that differ from the one before only in some products, so that others need not be reloaded.
import { randomUUID } from 'node:crypto'
import type { Row, Writer } from '../schema/index.js'
import { bumpCatalogueVersion, type Catalogue } from './catalogue.js'

/** Every transaction reads them. */
const mostChanges = 8
const mostProducts = 20

/** Versions one after the other in which only these products, their parts and their group controls changed. */
interface ProductChange {
  /** Random: after a failover that lost changes, the same numbers stand for other versions. */
  readonly tag: string
  /** The last of the versions. */
  readonly to: number
  readonly ids: readonly number[]
}

/** Invalidates these products, their parts and their group controls, as `bumpCatalogueVersion` invalidates everything. */
export async function bumpProducts(tx: Writer, productIds: readonly number[]): Promise<void> {
  const ids = [...new Set(productIds)].toSorted((a, b) => a - b)
  if (ids.length > mostProducts) return bumpCatalogueVersion(tx)
  const [row] = await tx.select({ from: 'installation', columns: ['catalogue_version', 'product_changes'] })
  const { catalogue_version: before, product_changes } = row ?? { catalogue_version: 0, product_changes: null }
  const changes = changesUntil(before, product_changes)
  const last = changes.at(-1)
  const isRepeated = last?.ids.join() === ids.join()
  const next = { tag: isRepeated && last ? last.tag : randomUUID().slice(0, 8), to: before + 1, ids }
  const kept = isRepeated ? changes.slice(0, -1) : changes.slice(1 - mostChanges)
  const columns = { catalogue_version: next.to, product_changes: textOf([...kept, next]) }
  await tx.update('installation', { col: 'id', eq: 1 }, columns)
}

/** Returns the products that differ from those of an earlier catalogue, or undefined if anything else may differ. */
export function productsChanged(
  { catalogue_version, product_changes, feed_epoch }: Row<'installation'>,
  { version, productChanges, feedEpoch }: Catalogue,
): Set<number> | undefined {
  // A restored store may count the same versions again.
  if (version >= catalogue_version || feedEpoch !== feed_epoch) return undefined
  const tag = changesUntil(version, productChanges).at(-1)?.tag
  const changes = changesUntil(catalogue_version, product_changes)
  const known = changes.findIndex((change) => change.tag === tag)
  if (known === -1) return undefined
  return new Set(changes.slice(known).flatMap(({ to, ids }) => (to > version ? ids : [])))
}

/** The changes that end with this version. None if another change followed them. */
function changesUntil(version: number, text: string | null): ProductChange[] {
  const changes = (text ?? '').split(' ').map((entry) => {
    const [tag = '', to, ids = ''] = entry.split(':')
    return { tag, to: Number(to), ids: ids.split(',').map(Number) }
  })
  return changes.at(-1)?.to === version ? changes : []
}

/** For example `5f0c1e7a:52:7 e81b6d02:53:7,9`. */
function textOf(changes: readonly ProductChange[]): string {
  return changes.map(({ tag, to, ids }) => `${tag}:${to}:${ids.join()}`).join(' ')
}
