// Permissions on products. Pure: everything is in the catalogue.
import { isOn, type GroupControl, type Product } from '../setup/catalogue.js'
import type { Call, Viewer } from '../call/context.js'
import { TrackerError } from '../kernel/errors.js'

/** The product may be searched: the caller is in every group that all its bugs are in. */
export function maySearch(viewer: Viewer, product: Product): boolean {
  return isInGroupsOf(viewer, product, (control) => control.member_control === 'mandatory')
}

/** The groups let the caller enter bugs; whether the product takes any is another question, see isEnterable. */
export function mayEnter(viewer: Viewer, product: Product): boolean {
  return isInGroupsOf(viewer, product, (control) => control.entry)
}

/** The caller can enter a bug: allowed to, and the product is open and has an active component and version. */
export function isEnterable(viewer: Viewer, product: Product): boolean {
  return (
    product.is_active &&
    mayEnter(viewer, product) &&
    product.components.some((component) => component.is_active) &&
    product.versions.some((version) => version.is_active)
  )
}

/** The product exists for the caller: it can be searched or entered. */
export function isAccessible(viewer: Viewer, product: Product): boolean {
  return maySearch(viewer, product) || isEnterable(viewer, product)
}

/** The product. One that the caller has no access to does not exist. @throws object_does_not_exist */
export function requireProduct(call: Call, ref: number | string, field: string): Product {
  const { products } = call.catalogue
  const product = typeof ref === 'number' ? products.get(ref) : products.named(ref)
  if (!product || !isAccessible(call, product))
    throw new TrackerError('object_does_not_exist', { kind: 'product', field, value: ref })
  return product
}

/** The caller may change and comment on bugs of the product, as far as the bugs themselves allow it. */
export function mayEdit(viewer: Viewer, product: Product): boolean {
  return isInGroupsOf(viewer, product, (control) => control.canedit)
}

/**
 * Requires permission to edit bugs of the product. Call it only for a bug that the caller can see.
 * @throws product_edit_denied
 */
export function requireEditable(viewer: Viewer, product: Product): void {
  if (!mayEdit(viewer, product))
    throw new TrackerError('product_edit_denied', { field: 'product', value: product.name })
}

/** Returns true if a group grants the permission within this product, in addition to the system group of that name. */
export function hasProductGrant(
  viewer: Viewer,
  product: Product,
  right: 'editcomponents' | 'editbugs' | 'canconfirm',
): boolean {
  if (right === 'editcomponents' && !viewer.who.limits.mayAdminister) return false
  return [...product.controls.values()].some((control) => control[right] && viewer.who.groupIds.has(control.group_id))
}

/** Requires all groups of the control, or any one with or_groups. Without such groups, every caller passes. */
function isInGroupsOf({ who, catalogue }: Viewer, product: Product, asks: (control: GroupControl) => boolean): boolean {
  if (who.isSystem) return true
  const wanted = [...product.controls.values()].filter(asks).map((control) => control.group_id)
  if (wanted.length === 0) return true
  return isOn(catalogue, 'or_groups')
    ? wanted.some((id) => who.groupIds.has(id))
    : wanted.every((id) => who.groupIds.has(id))
}
