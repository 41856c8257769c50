// The groups of a bug, as the group controls of its product require and permit. Pure.
import { byName, type Group, type GroupControl, type Product } from '../../../setup/catalogue.js'
import type { Viewer } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import { productOf } from '../fields/values.js'
import type { ListEdit } from '../fields/input-values.js'
import { rule } from './rule.js'

export const groupsRule = rule({
  name: 'groups',
  needs: ['groups'],
  applies: ({ groups, product }) => groups !== undefined || product !== undefined,
  create(draft, { call, product, input }) {
    draft.setPart('groups', groupsOfNew(call, product, input.groups))
  },
  update(draft, { call, input }) {
    const isMove = draft.row.product_id !== draft.before.product_id
    if (!isMove && !input.groups) return
    const product = productOf(call.catalogue, draft.row)
    draft.setPart('groups', nextGroups(call, product, draft.beforePart('groups'), input.groups ?? {}, isMove))
  },
})

/**
 * The groups of a new bug: the mandatory ones, and with them those given, or without any given the default ones.
 * @throws group_restriction_not_allowed, object_does_not_exist
 */
export function groupsOfNew(call: Viewer, product: Product, given?: readonly string[]): Set<number> {
  const groups = mandatoryGroups(call, product)
  if (given === undefined) {
    for (const [id, control] of product.controls) {
      if (controlFor(call, control) === 'default' && isActive(call, id)) groups.add(id)
    }
  }
  for (const name of given ?? []) {
    const group = call.catalogue.groups.named(name)
    const control = group && product.controls.get(group.id)
    const isAllowed = control !== undefined && controlFor(call, control) !== 'na'
    if (!group?.is_active || !group.is_bug_group || !isAllowed)
      throw refused(call, group, 'group_restriction_not_allowed', 'groups', name)
    groups.add(group.id)
  }
  return groups
}

/**
 * The groups of a bug after an update. A move to another product removes those that are not valid there and adds its
 * mandatory ones; then the input applies.
 * @throws group_restriction_not_allowed, group_invalid_removal, object_does_not_exist
 */
export function nextGroups(
  call: Viewer,
  product: Product,
  before: ReadonlySet<number>,
  edit: Omit<ListEdit, 'set'>,
  isMove: boolean,
): Set<number> {
  const groups = new Set(before)
  if (isMove) {
    for (const id of before) if (!isValid(product, id)) groups.delete(id)
    for (const id of mandatoryGroups(call, product)) groups.add(id)
  }
  for (const name of edit.add ?? []) {
    const group = call.catalogue.groups.named(name)
    if (group && groups.has(group.id)) continue
    if (!group?.is_active || !group.is_bug_group || !maySet(call, product.controls.get(group.id), isMove))
      throw refused(call, group, 'group_restriction_not_allowed', 'groups.add', name)
    groups.add(group.id)
  }
  for (const name of edit.remove ?? []) {
    const group = call.catalogue.groups.named(name)
    // The move has taken it away already.
    if (group && before.has(group.id) && !groups.has(group.id)) continue
    if (!group || !groups.has(group.id) || !mayClear(call, product, group, isMove))
      throw refused(call, group, 'group_invalid_removal', 'groups.remove', name, before)
    groups.delete(group.id)
  }
  return groups
}

/** A group in which a bug is or can be. */
export interface GroupToEdit {
  readonly name: string
  readonly description: string
  readonly is_set: boolean
  readonly can_change: boolean
}

/** The groups of a bug of the product, and those in which the caller may put it. */
export function groupsToEdit(call: Viewer, product: Product, groupIds: ReadonlySet<number>): GroupToEdit[] {
  return [...call.catalogue.groups].flatMap((group) => {
    const { id, name, description } = group
    const is_set = groupIds.has(id)
    const can_change = is_set
      ? mayClear(call, product, group, false)
      : group.is_active && group.is_bug_group && maySet(call, product.controls.get(id), false)
    return is_set || can_change ? [{ name, description, is_set, can_change }] : []
  })
}

/** A group in which a new bug of a product can be, with how it is used when none is given. */
export interface GroupOfNew {
  readonly name: string
  readonly description: string
  readonly state: 'optional' | 'default' | 'mandatory'
}

const states: Readonly<Record<string, GroupOfNew['state']>> = {
  shown: 'optional',
  default: 'default',
  mandatory: 'mandatory',
}

/** The groups that the caller may give to a new bug of the product, by name. */
export function groupsForNew(call: Viewer, product: Product): GroupOfNew[] {
  return [...product.controls.values()]
    .flatMap((control) => {
      const group = call.catalogue.groups.get(control.group_id)
      const state = states[controlFor(call, control)]
      if (!group?.is_active || !group.is_bug_group || !state) return []
      return [{ name: group.name, description: group.description, state }]
    })
    .toSorted(byName)
}

/** The active groups that every bug of the product must be in when this caller files or moves it. */
function mandatoryGroups(call: Viewer, product: Product): Set<number> {
  const groups = new Set<number>()
  for (const [id, control] of product.controls) {
    if (controlFor(call, control) === 'mandatory' && isActive(call, id)) groups.add(id)
  }
  return groups
}

/** The control for this caller, as a member of the group or not. */
function controlFor({ who }: Viewer, control: GroupControl): string {
  return who.groupIds.has(control.group_id) ? control.member_control : control.other_control
}

function isValid(product: Product, groupId: number): boolean {
  return (product.controls.get(groupId)?.member_control ?? 'na') !== 'na'
}

/** Members may put a bug into their group at any time, others only while it moves into the product. */
function maySet({ who }: Viewer, control: GroupControl | undefined, isMove: boolean): boolean {
  if (!control) return false
  if (who.groupIds.has(control.group_id)) return control.member_control !== 'na'
  return isMove && control.other_control !== 'na'
}

/** A group that does not apply to the product may always go; a mandatory one never. */
function mayClear({ who }: Viewer, product: Product, group: Group, isMove: boolean): boolean {
  const control = product.controls.get(group.id)
  if (!control || control.member_control === 'na') return true
  if (control.member_control === 'mandatory' && group.is_active) return false
  if (who.groupIds.has(group.id)) return true
  return isMove && control.other_control !== 'na' && control.other_control !== 'mandatory'
}

function isActive({ catalogue }: Viewer, groupId: number): boolean {
  return catalogue.groups.get(groupId)?.is_active === true
}

/** Of groups one is not in, the bug shows those that it is in; all others do not exist. */
function refused(
  { who }: Viewer,
  group: Group | undefined,
  code: 'group_restriction_not_allowed' | 'group_invalid_removal',
  field: string,
  value: string,
  shown: ReadonlySet<number> = new Set(),
): TrackerError {
  const isKnown = group !== undefined && (who.groupIds.has(group.id) || shown.has(group.id))
  if (isKnown) return new TrackerError(code, { field, value })
  return new TrackerError('object_does_not_exist', { kind: 'group', field, value })
}
