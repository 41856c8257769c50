// Who may decide who belongs to a group.
import type { Catalogue, Group } from '../catalogue.js'
import { hasRight, withInherited, type Call } from '../context.js'
import { TrackerError } from '../errors.js'
import { systemGroups } from '../seed/groups.js'

const systemNames: ReadonlySet<string> = new Set(systemGroups.map(({ name }) => name))

/** Whether the code knows the group by its name, which therefore stays. */
export function isSystemGroup({ name }: Group): boolean {
  return systemNames.has(name)
}

/** Whether the members of the group are administrators. */
export function makesAdministrators(catalogue: Catalogue, groupId: number): boolean {
  const admin = catalogue.groups.named('admin')
  return admin !== undefined && withInherited(catalogue, [groupId]).has(admin.id)
}

/**
 * Whoever decides who is in a group that carries rights could give them to themselves: that is for those who may grant the
 * group, and for administrators alone where it makes administrators.
 * @throws auth_failure
 */
export function requireMayFill(call: Call, group: Group): void {
  const { catalogue, who } = call
  const carried = [...withInherited(catalogue, [group.id])].map((id) => catalogue.groups.get(id))
  if (!carried.some((one) => one && isSystemGroup(one))) return
  if (makesAdministrators(catalogue, group.id) ? hasRight(call, 'admin') : who.blessIds.has(group.id)) return
  throw new TrackerError('auth_failure', { action: `decide who is in the group ${group.name}` })
}
