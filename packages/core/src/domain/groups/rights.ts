// Benefits of membership in groups, and permission to decide on members.
import type { Catalogue, Group } from '../../setup/catalogue.js'
import { hasRight, withInherited, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { groupParameters } from '../../setup/parameters.js'
import type { Reader } from '../../schema/index.js'
import { systemGroups } from '../../setup/system-groups.js'
import { fold } from '../../store/index.js'

const systemNames: ReadonlySet<string> = new Set(systemGroups.map(({ name }) => name))

/** True if the code refers to the group by name, so it cannot be renamed or removed. */
export function isSystemGroup({ name }: Group): boolean {
  return systemNames.has(name)
}

/**
 * Describes a benefit of being in any of the groups: for example, members of a group that restricts bugs can see them.
 * Returns undefined if the groups are mere lists of people.
 */
export async function benefitOf(
  tx: Reader,
  { catalogue }: Call,
  groups: readonly Group[],
): Promise<string | undefined> {
  for (const group of groups) {
    const benefit = benefitInSetUp(catalogue, group)
    if (benefit !== undefined) return benefit
  }
  const ids = groups.map((group) => group.id)
  if ((await tx.count('bug_groups', { col: 'group_id', in: ids })) > 0) return 'bugs'
  if ((await tx.count('saved_searches', { col: 'shared_group_id', in: ids })) > 0) return 'saved searches'
  return undefined
}

function benefitInSetUp(catalogue: Catalogue, group: Group): string | undefined {
  if (isSystemGroup(group)) return 'the right that goes with it'
  const parameter = groupParameters.find((name) => fold(catalogue.parameters[name]) === fold(group.name))
  if (parameter) return `the parameter ${parameter}`
  if ([...catalogue.products].some((product) => product.controls.has(group.id))) return 'products'
  const flagTypes = [...catalogue.flagTypes.values()]
  if (flagTypes.some((type) => [type.grant_group_id, type.request_group_id].includes(group.id))) return 'flag types'
  return undefined
}

/**
 * True if the caller may add people to the group: user administrators to every group, others to those they may grant.
 * Only administrators may make administrators.
 */
export function mayGrant(call: Call, group: Group): boolean {
  if (!call.who.blessIds.has(group.id)) return false
  return hasRight(call, 'admin') || !makesAdministrators(call.catalogue, group.id)
}

function makesAdministrators(catalogue: Catalogue, groupId: number): boolean {
  const admin = catalogue.groups.named('admin')
  return admin !== undefined && withInherited(catalogue, [groupId]).has(admin.id)
}

/**
 * Changing a group's pattern or the groups included in it decides who gets the benefits of its members, the caller
 * included. If there are any benefits, this requires permission to grant the group.
 * @throws auth_failure
 */
export async function requireMayFill(tx: Reader, call: Call, group: Group): Promise<void> {
  if (mayGrant(call, group)) return
  const reached = [...withInherited(call.catalogue, [group.id])].flatMap((id) => call.catalogue.groups.get(id) ?? [])
  if ((await benefitOf(tx, call, reached)) === undefined) return
  throw new TrackerError('auth_failure', { action: `change who is in the group ${group.name}` })
}
