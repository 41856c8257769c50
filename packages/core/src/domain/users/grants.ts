// Changes of the groups that a user is in and may grant.
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { findGroup } from '../groups/find.js'
import type { GroupLists } from '../groups/inputs.js'
import { changeOfGroups, type GroupChange } from '../groups/lists.js'
import { mayGrant } from '../groups/rights.js'
import type { Row, Writer } from '../../schema/index.js'

/** 'direct': membership; 'bless': the right to grant the group. */
export type GrantKind = 'direct' | 'bless'

/**
 * Plans the change of a user's groups. Only direct grants count as members.
 * @throws auth_failure for a group that the caller may not grant, or that does not exist
 */
export function planGrants(
  call: Call,
  rows: readonly Row<'user_groups'>[],
  kind: GrantKind,
  lists: GroupLists,
  field: 'groups' | 'bless_groups',
): GroupChange {
  const before = new Set(rows.filter((row) => row.kind === kind).map((row) => row.group_id))
  const find = (ref: number | string, key: keyof GroupLists) => {
    const group = findGroup(call.catalogue, ref)
    if (group && mayGrant(call, group)) return group
    throw new TrackerError('auth_failure', {
      field: `${field}.${key}`,
      value: ref,
      action: `grant or revoke the group ${ref}`,
    })
  }
  return changeOfGroups(call.catalogue, before, lists, { find, keeps: (group) => !mayGrant(call, group) })
}

export async function writeGrants(
  tx: Writer,
  userId: number,
  kind: GrantKind | 'pattern',
  { added, removed }: { readonly added: readonly { id: number }[]; readonly removed: readonly { id: number }[] },
): Promise<void> {
  await tx.delete('user_groups', {
    and: [
      { col: 'user_id', eq: userId },
      { col: 'kind', eq: kind },
      { col: 'group_id', in: removed.map((group) => group.id) },
    ],
  })
  await tx.insert(
    'user_groups',
    added.map((group) => ({ user_id: userId, group_id: group.id, kind })),
  )
}
