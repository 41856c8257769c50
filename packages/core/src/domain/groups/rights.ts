// What it means to be in a group, and who may decide who is.
import type { Catalogue, Group } from '../../setup/catalogue.js'
import { hasRight, withInherited, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { groupParameters } from '../../setup/parameters.js'
import type { Reader } from '../../schema/index.js'
import { systemGroups } from '../../setup/system-groups.js'
import { fold } from '../../store/index.js'

const systemNames: ReadonlySet<string> = new Set(systemGroups.map(({ name }) => name))

/** Whether the code knows the group by its name, which therefore stays. */
export function isSystemGroup({ name }: Group): boolean {
  return systemNames.has(name)
}

/**
 * What one has from being in any of the groups, in words; undefined where they are lists of people and nothing more. Whoever is
 * in a group that bugs are in sees these bugs, and so on.
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
 * Whether the caller may put people into the group: those who edit users may do so with every group, others with those they may
 * grant; but who is an administrator is for administrators alone to say.
 */
export function mayGrant(call: Call, group: Group): boolean {
  if (!call.who.blessIds.has(group.id)) return false
  return hasRight(call, 'admin') || !makesAdministrators(call.catalogue, group.id)
}

/** Whether the members of the group are administrators. */
function makesAdministrators(catalogue: Catalogue, groupId: number): boolean {
  const admin = catalogue.groups.named('admin')
  return admin !== undefined && withInherited(catalogue, [groupId]).has(admin.id)
}

/**
 * Whoever decides who is in a group, by its pattern or by what inherits it, decides who has what its members have, themselves
 * included. Where that is anything, it is for those who may grant the group.
 * @throws auth_failure
 */
export async function requireMayFill(tx: Reader, call: Call, group: Group): Promise<void> {
  if (mayGrant(call, group)) return
  const reached = [...withInherited(call.catalogue, [group.id])].flatMap((id) => call.catalogue.groups.get(id) ?? [])
  if ((await benefitOf(tx, call, reached)) === undefined) return
  throw new TrackerError('auth_failure', { action: `decide who is in the group ${group.name}` })
}
