// Components by name, as far as the caller may know of them.
import { isAccessible } from '../../access/products.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { fold } from '../../store/index.js'

/**
 * The ids of the components with these names, in these products; without products, wherever the caller may see them.
 * @throws object_does_not_exist
 */
export function requireComponentIds(call: Call, names: readonly string[], productIds: readonly number[]): number[] {
  const products = [...call.catalogue.products].filter(
    (product) => isAccessible(call, product) && (productIds.length === 0 || productIds.includes(product.id)),
  )
  const all = products.flatMap(({ components }) => components)
  const ids = names.flatMap((value) => {
    const found = all.filter((component) => fold(component.name) === fold(value.trim()))
    if (found.length === 0)
      throw new TrackerError('object_does_not_exist', { kind: 'component', field: 'component', value })
    return found.map(({ id }) => id)
  })
  return [...new Set(ids)]
}
