// Relations between groups.
import type { Group } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'

/** Relations that the members of one group can have to another group. */
export const relationKinds = ['membership', 'bless', 'visible'] as const
export type RelationKind = (typeof relationKinds)[number]

/** The groups whose members have the relation to this one, in display order. */
export function relatedGroups({ catalogue }: Call, { id: groupId }: Group, kind: RelationKind): Group[] {
  const ids = new Set(
    catalogue.inheritance
      .filter((row) => row.group_id === groupId && row.kind === kind)
      .map((row) => row.member_group_id),
  )
  return [...catalogue.groups].filter((group) => ids.has(group.id))
}
