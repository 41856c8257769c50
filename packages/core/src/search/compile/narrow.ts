// Narrows a search by the configuration: a component, version or milestone belongs to one product.
import type { Catalogue } from '../../setup/catalogue.js'
import type { Where } from '../../schema/index.js'
import { isIn } from '../condition/columns.js'

const belongings = [
  ['component_id', 'components'],
  ['version_id', 'versions'],
  ['target_milestone_id', 'milestones'],
] as const

/**
 * The same conditions, of which all are to be true, as an index serves them best: the name of a component stands for one in each
 * product that has it, of which only those in the products wanted are left; and where a component is wanted, its product need
 * not be asked for.
 */
export function narrowToProducts(conditions: readonly Where<'bugs'>[], catalogue: Catalogue): readonly Where<'bugs'>[] {
  const wanted = conditions.map((one) => idsIn(one, 'product_id')).filter((ids) => ids !== undefined)
  if (wanted.length === 0) return conditions
  const isWanted = (product: number) => wanted.every((ids) => ids.includes(product))
  const narrowed = conditions.map((one) => {
    for (const [column, kind] of belongings) {
      const ids = idsIn(one, column)?.filter((id) => isWanted(catalogue[kind].get(id)?.product_id ?? 0))
      if (ids) return isIn<'bugs'>(column, ids)
    }
    return one
  })
  const hasComponent = narrowed.some((one) => idsIn(one, 'component_id'))
  return hasComponent ? narrowed.filter((one) => !idsIn(one, 'product_id')) : narrowed
}

/** The ids of which a condition wants one; undefined when it wants something else, or they are yet to be looked up. */
function idsIn(
  where: Where<'bugs'>,
  column: (typeof belongings)[number][0] | 'product_id',
): readonly number[] | undefined {
  return 'in' in where && where.col === column && Array.isArray(where.in) ? where.in : undefined
}
