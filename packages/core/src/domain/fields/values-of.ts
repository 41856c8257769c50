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
  readonly is_active?: boolean
  /** The value that it goes with, of the field on which it depends. */
  readonly controlling_value_id?: number | null
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

/** Values of the field on which others depend, by ID. */
type Controlling = ReadonlyMap<number, FieldValue>

/** The values of any field, in order; none for fields that take anything. */
export function valuesOf(viewer: Viewer, field: Field): readonly FieldValue[] {
  return valuesWith(viewer, field, controllingValues(viewer, field))
}

/** The same, with the result of `controllingValues`. */
export function valuesWith(viewer: Viewer, field: Field, controlling: Controlling | undefined): readonly FieldValue[] {
  const { catalogue } = viewer
  if (productFields.includes(field.name)) return valuesOfProducts(viewer, field.name)
  if (field.name === 'product') return [...catalogue.products].filter((product) => isAccessible(viewer, product))
  if (field.name === 'classification')
    return [...catalogue.classifications].filter((one) => isVisibleClassification(viewer, one))
  if (field.name === 'keywords') return [...catalogue.keywords]
  return isSelect(field) ? offeredWith(field, controlling) : []
}

/**
 * The values that exist for the caller of the field on which the values of this one depend. Undefined: they depend on none.
 * @param above The fields whose values depend on these: fields may depend on each other.
 */
export function controllingValues(viewer: Viewer, field: Field, above: readonly Field[] = []): Controlling | undefined {
  const controller = viewer.catalogue.fields.get(field.value_field_id ?? 0)
  if (!controller || above.includes(controller)) return undefined
  const values = valuesWith(viewer, controller, controllingValues(viewer, controller, [...above, field]))
  return new Map(values.map((value) => [value.id, value]))
}

/** The values of a select field, except those that only go with a value that does not exist for the caller. */
export function offeredValues(viewer: Viewer, field: Field): readonly LegalValue[] {
  return offeredWith(field, controllingValues(viewer, field))
}

function offeredWith({ values }: Field, controlling: Controlling | undefined): readonly LegalValue[] {
  if (!controlling) return values
  return values.filter((value) => !value.controlling_value_id || controlling.has(value.controlling_value_id))
}

/** One of the values, or several, are chosen for a bug. */
export function isSelect(field: Pick<Field, 'type'>): boolean {
  return field.type === fieldTypes.singleSelect || field.type === fieldTypes.multiSelect
}
