// The product, component, version and milestone of a bug. Pure.
import { must } from '../../../kernel/must.js'
import { hasProductRight, mayChange, rolesIn, type BugRoles } from '../../../access/permissions.js'
import { isAccessible, mayEnter } from '../../../access/products.js'
import { isOn, type Component, type Product } from '../../../setup/catalogue.js'
import type { Call } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { UpdateInput } from '../fields/body-types.js'
import { rightsOf } from '../fields/names.js'
import { defaultMilestone, productOf, requireComponent, requireMilestone, requireVersion } from '../fields/values.js'
import { rule } from './rule.js'

export const placementRule = rule({
  name: 'placement',
  needs: [],
  applies: ({ product, component, version, target_milestone }) =>
    [product, component, version, target_milestone].some((given) => given !== undefined),
  create({ row }, { call, product, input }) {
    const mayChoose = hasProductRight(call, product, 'editbugs') || isOn(call.catalogue, 'letsubmitterchoosemilestone')
    Object.assign(row, placementOfNew(product, input, mayChoose).columns)
  },
  update({ before, row }, { call, input }) {
    const roles = rolesIn(call, productOf(call.catalogue, before), before)
    Object.assign(row, nextPlacement(call, before, input, roles).columns)
  },
})

/** Returns whether the input moves the bugs: flags, groups and people may follow. */
export function isRelocation({ product, component }: UpdateInput): boolean {
  return product !== undefined || component !== undefined
}

interface Placement {
  readonly product: Product
  readonly component: Component
  readonly columns: Pick<BugRow, 'product_id' | 'component_id' | 'version_id' | 'target_milestone_id'>
}

/** The input of an update. */
interface PlacementInput {
  readonly product?: string | null | undefined
  readonly component?: string | null | undefined
  readonly version?: string | null | undefined
  readonly target_milestone?: string | null | undefined
}

/**
 * The product, for a new bug or one that moves there. One that the caller has no access to does not exist.
 * @throws object_not_specified, object_does_not_exist, entry_access_denied, product_disabled
 */
export function requireEnterable(call: Call, name: string | null): Product {
  const field = 'product'
  if ((name ?? '').trim() === '') throw new TrackerError('object_not_specified', { field, value: name })
  const product = call.catalogue.products.named(name ?? '')
  if (!product || !isAccessible(call, product))
    throw new TrackerError('object_does_not_exist', { kind: field, field, value: name })
  if (!mayEnter(call, product)) throw new TrackerError('entry_access_denied', { field, value: product.name })
  if (!product.is_active) throw new TrackerError('product_disabled', { field, value: product.name })
  return product
}

/**
 * The placement of a new bug. Without `mayChooseMilestone`, it gets the default milestone.
 * @throws as requireEnterable; require_component, object_not_specified, object_does_not_exist, value_inactive
 */
function placementOfNew(
  product: Product,
  given: { component: string; version: string; target_milestone?: string | undefined },
  mayChooseMilestone: boolean,
): Placement {
  const component = requireComponent(product, given.component)
  const version = requireVersion(product, given.version)
  const milestone =
    given.target_milestone === undefined || !mayChooseMilestone
      ? defaultMilestone(product)
      : requireMilestone(product, given.target_milestone)
  return placed(product, component, version.id, milestone.id)
}

/**
 * The placement after an update. In another product, values that are not given keep their names. The milestone becomes
 * the default if the caller may not choose it or milestones are not in use.
 * @throws as requireEnterable; require_component, object_not_specified, object_does_not_exist, value_inactive
 */
function nextPlacement(call: Call, bug: BugRow, input: PlacementInput, roles: BugRoles): Placement {
  const { catalogue } = call
  const old = productOf(catalogue, bug)
  const product = targetOf(call, old, input.product)
  const given = (text: string | null | undefined, current: { readonly name: string } | undefined) =>
    text === undefined ? (current?.name ?? '') : (text ?? '')
  const { components, versions } = catalogue
  const componentName = given(input.component, components.get(bug.component_id))
  const component = requireComponent(product, componentName, bug.component_id)
  const versionName = given(input.version, versions.get(bug.version_id))
  const version = requireVersion(product, versionName, bug.version_id)
  return placed(product, component, version.id, nextMilestoneId(call, bug, product, input.target_milestone, roles))
}

function nextMilestoneId(
  { catalogue }: Call,
  bug: BugRow,
  product: Product,
  input: string | null | undefined,
  roles: BugRoles,
): number {
  const stays = product.id === bug.product_id
  // If the caller may not choose it, the check of rights reports that, unless it has to change with the product.
  const mayChoose = stays || mayChange(roles, rightsOf('target_milestone'))
  if (input !== undefined && mayChoose) return requireMilestone(product, input ?? '', bug.target_milestone_id).id
  if (stays) return bug.target_milestone_id
  if (!mayChoose || !isOn(catalogue, 'usetargetmilestone')) return defaultMilestone(product).id
  return requireMilestone(
    product,
    must(catalogue.milestones.get(bug.target_milestone_id), 'milestone', bug.target_milestone_id).name,
  ).id
}

function targetOf(call: Call, old: Product, name: string | null | undefined): Product {
  if (name === undefined || call.catalogue.products.named(name ?? '') === old) return old
  return requireEnterable(call, name)
}

function placed(product: Product, component: Component, version_id: number, target_milestone_id: number): Placement {
  const columns = { product_id: product.id, component_id: component.id, version_id, target_milestone_id }
  return { product, component, columns }
}
