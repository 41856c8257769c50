// Permission to make bugs of a product visible to more people: for users who can see these bugs.
import { isOn, type Group, type GroupControl, type Product } from '../../setup/catalogue.js'
import { hasRight, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { controlValue, type ControlValue } from './view.js'

type Control = Pick<GroupControl, 'member_control' | 'other_control'>

/**
 * Loosening a control restricts fewer bugs to members of the group. This requires membership or administration.
 * @throws auth_failure
 */
export function requireMayLoosen(call: Call, group: Group, before: Control, after: Control): void {
  const strictness = (control: string) => controlValue.options.indexOf(control as ControlValue)
  const isLooser = (field: keyof Control) => strictness(after[field]) < strictness(before[field])
  if ((isLooser('member_control') || isLooser('other_control')) && !isIn(call, group.id)) throw denied(group)
}

/**
 * The group would no longer restrict new bugs, wherever it applies. Requires permission to loosen its controls.
 * @throws auth_failure
 */
export function requireMayRetire(call: Call, group: Group): void {
  const applies = [...call.catalogue.products].some(({ controls }) => keepsBugs(controls.get(group.id)))
  if (applies && !isIn(call, group.id)) throw denied(group)
}

/**
 * All bugs of the product would be added to the group. With or_groups, its members can then see bugs of other groups:
 * this requires membership in all the groups that apply, or administration.
 * @throws auth_failure
 */
export function requireMayAddAll(call: Call, product: Product, group: Group): void {
  if (!isOn(call.catalogue, 'or_groups')) return
  const others = [...product.controls.values()].filter((control) => control.group_id !== group.id)
  if (others.some((control) => keepsBugs(control) && !isIn(call, control.group_id))) throw denied(group)
}

function keepsBugs(control: Control | undefined): boolean {
  return control !== undefined && control.member_control !== 'na'
}

function isIn(call: Call, groupId: number): boolean {
  return hasRight(call, 'admin') || call.who.groupIds.has(groupId)
}

/** The product and its other groups are not named: whoever changes groups may not know of them. */
function denied(group: Group): TrackerError {
  return new TrackerError('auth_failure', { action: `change who can see bugs of the group ${group.name}` })
}
