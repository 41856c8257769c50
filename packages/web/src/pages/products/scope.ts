// How much a milestone has grown since its start.
import type { Client } from '../../page/operations.js'

/** A milestone of a product. */
interface OfMilestone {
  readonly product: string
  readonly target_milestone: string
}

/**
 * Bugs that the milestone has gained since its start date, without those that it has lost. Undefined without a start
 * date that has passed.
 */
export async function grownBy(
  operations: Client,
  { product, target_milestone }: OfMilestone,
  start: string | null,
  now: number,
): Promise<number | undefined> {
  if (start === null || Date.parse(start) > now) return undefined
  const moved = { f2: 'target_milestone', o2: 'changedafter', v2: start }
  const filed = { f1: 'creation_ts', o1: 'greaterthaneq', v1: start }
  // One and the same change: away from the milestone, since its start.
  const away = { f1: 'OP', j1: 'AND_G', f3: 'target_milestone', o3: 'changedfrom', v3: target_milestone, f4: 'CP' }
  const before = { f5: 'creation_ts', o5: 'lessthan', v5: start }
  const elsewhere = { target_milestone, target_milestone_type: 'notequals' }
  const [gained, lost] = await Promise.all([
    operations.bugs.count({ product, target_milestone, ...filed, ...moved, j_top: 'OR' }),
    operations.bugs.count({ product, ...elsewhere, ...away, ...moved, ...before }),
  ])
  return gained.total - lost.total
}
