// The values that each kind of field has, as far as the caller may know of them.
import { isAccessible } from '../../access/products.js'
import {
  bySortKey,
  bySortKeyNumeric,
  type Component,
  type Field,
  type LegalValue,
  type Milestone,
  type Version,
} from '../../setup/catalogue.js'
import { isVisibleClassification } from '../../access/visible-classifications.js'
import type { Viewer } from '../../call/context.js'
import { fieldTypes } from '../../setup/field-types.js'

type OfProduct = Component | Version | Milestone

/** A value of any field. */
export interface FieldValue {
  readonly id: number
  readonly name: string
  readonly sort_key?: number
}

/** The fields whose values differ between products. */
export const productFields: readonly string[] = ['component', 'version', 'target_milestone']

/** The values of a field whose values differ between products, of the products the caller has access to, in order. */
export function valuesOfProducts({ who, catalogue }: Viewer, name: string): readonly OfProduct[] {
  const products = [...catalogue.products].filter((product) => isAccessible({ who, catalogue }, product))
  if (name === 'component') return products.flatMap((product) => product.components).toSorted(bySortKey)
  if (name === 'version') return products.flatMap((product) => product.versions).toSorted(bySortKeyNumeric)
  return products.flatMap((product) => product.milestones).toSorted(bySortKey)
}

/** The values of any field, in order; none for fields that take anything. `above`: see `offeredValues`. */
export function valuesOf(viewer: Viewer, field: Field, above: readonly Field[] = []): readonly FieldValue[] {
  const { catalogue } = viewer
  if (productFields.includes(field.name)) return valuesOfProducts(viewer, field.name)
  if (field.name === 'product') return [...catalogue.products].filter((product) => isAccessible(viewer, product))
  if (field.name === 'classification')
    return [...catalogue.classifications].filter((one) => isVisibleClassification(viewer, one))
  if (field.name === 'keywords') return [...catalogue.keywords]
  return isSelect(field) ? offeredValues(viewer, field, above) : []
}

/**
 * The values of a select field, except those that only go with a value that does not exist for the caller.
 * @param above The fields whose values depend on these: fields may depend on each other.
 */
export function offeredValues(viewer: Viewer, field: Field, above: readonly Field[] = []): readonly LegalValue[] {
  const controller = viewer.catalogue.fields.get(field.value_field_id ?? 0)
  if (!controller || above.includes(controller)) return field.values
  const existing = new Set(valuesOf(viewer, controller, [...above, field]).map(({ id }) => id))
  return field.values.filter((value) => !value.controlling_value_id || existing.has(value.controlling_value_id))
}

/** One of the values, or several, are chosen for a bug. */
export function isSelect(field: Pick<Field, 'type'>): boolean {
  return field.type === fieldTypes.singleSelect || field.type === fieldTypes.multiSelect
}
