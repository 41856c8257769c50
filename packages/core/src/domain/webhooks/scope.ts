// The bugs and changes that a webhook reports, by names as the caller knows them.
import type { Call } from '../../call/context.js'
import { isAccessible, requireProduct } from '../../access/products.js'
import { TrackerError } from '../../kernel/errors.js'
import { apiNameOf, internalNameOf } from '../bugs/fields/names.js'

/** The ids of the products. @throws object_does_not_exist */
export function requireProductIds(call: Call, names: readonly string[]): number[] {
  return [...new Set(names.map((name) => requireProduct(call, name, 'product').id))]
}

/** The fields as the history of bugs names them. @throws object_does_not_exist */
export function requireFieldNames({ catalogue }: Call, names: readonly string[]): string[] {
  const known = names.map((value) => {
    const field = catalogue.fields.named(internalNameOf(value))
    if (!field) throw new TrackerError('object_does_not_exist', { kind: 'field', field: 'fields', value })
    return apiNameOf(field.name)
  })
  return [...new Set(known)]
}

/** The names of products that the caller may see; of others, and of those that are no more, their number. */
export function productNames(call: Call, ids: readonly number[]): string[] {
  return ids.map((id) => {
    const product = call.catalogue.products.get(id)
    return product && isAccessible(call, product) ? product.name : `#${id}`
  })
}

/** The same for components; one name may be that of several. */
export function componentNames(call: Call, ids: readonly number[]): string[] {
  const names = ids.map((id) => {
    const component = call.catalogue.components.get(id)
    const product = component && call.catalogue.products.get(component.product_id)
    return component && product && isAccessible(call, product) ? component.name : `#${id}`
  })
  return [...new Set(names)]
}
