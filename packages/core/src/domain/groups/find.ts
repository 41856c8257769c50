// Groups by id or name.
import type { Catalogue, Group } from '../../setup/catalogue.js'
import { hasRight, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'

/** The group of the id or name; text of digits is an id where no group has it for a name. */
export function findGroup({ groups }: Catalogue, ref: number | string): Group | undefined {
  if (typeof ref === 'number') return groups.get(ref)
  return groups.named(ref) ?? (/^\d+$/.test(ref.trim()) ? groups.get(Number(ref)) : undefined)
}

/**
 * True if the caller may see that the group exists: for administrators of groups or users, and users who may grant it.
 */
export function knowsGroup(call: Call, group: Group): boolean {
  return hasRight(call, 'creategroups') || hasRight(call, 'editusers') || call.who.blessIds.has(group.id)
}

/**
 * The groups that ids and names name, each once. One that the caller may not know of does not exist.
 * @throws object_does_not_exist
 */
export function requireGroups(
  call: Call,
  { ids, names }: { readonly ids: readonly number[]; readonly names: readonly string[] },
): Group[] {
  const { groups } = call.catalogue
  const known = (group: Group | undefined, field: string, value: number | string) => {
    if (group && knowsGroup(call, group)) return group
    throw new TrackerError('object_does_not_exist', { kind: 'group', field, value })
  }
  const named = [
    ...ids.map((value) => known(groups.get(value), 'ids', value)),
    ...names.map((value) => known(groups.named(value), 'names', value)),
  ]
  return [...new Set(named)]
}
