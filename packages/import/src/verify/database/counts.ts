// How many of each there are on both sides.
import type { Tracker } from '@trackerkit/core'
import type { DbSource } from '../../bugzilla-db/connect.js'
import { numberOf, plainText } from '../../bugzilla-db/text.js'
import type { Difference } from '../compare.js'

/** Bugs by product and status, except for absent ones. Deleted products have other names here. */
export async function compareCounts(
  source: DbSource,
  tracker: Tracker,
  absent: ReadonlySet<number>,
): Promise<Difference[]> {
  const without = absent.size === 0 ? '' : `WHERE b.bug_id NOT IN (${[...absent].join(', ')})`
  const rows = await source.rows(
    `SELECT p.name AS product, b.bug_status AS status, COUNT(*) AS n FROM bugs b JOIN products p ON p.id = b.product_id ${without} GROUP BY p.name, b.bug_status`,
  )
  const { x, y, counts } = await tracker.asSystem().bugs.count({ x: 'product', y: 'status' })
  const differences: Difference[] = []
  for (const row of rows) {
    const [product, status, there] = [plainText(row['product']), plainText(row['status']) || '---', numberOf(row['n'])]
    const here = counts[x.indexOf(product)]?.[y.indexOf(status)] ?? 0
    if (here !== there)
      differences.push({ bug: 0, place: `bugs in ${product}, ${status}`, there: String(there), here: String(here) })
  }
  return differences
}
