// Groups in responses, as far as the caller may see them.
import * as z from 'zod'
import { membersOf, visibleUsers } from '../../access/visibility.js'
import type { Group } from '../../setup/catalogue.js'
import { groupBy } from '../../kernel/collections.js'
import { hasRight, withHeirs, type Call } from '../../call/context.js'
import type { FieldFilter } from '../../kernel/field-filter.js'
import type { Reader } from '../../schema/index.js'
import { emailOf } from '../../auth/login-name.js'
import { userColumns, type UserRow } from '../../access/user-columns.js'

const memberView = z
  .object({
    id: z.int().meta({ ref: 'self', description: 'ID of the user.' }),
    real_name: z.string().meta({ description: 'Real name; can be empty.' }),
    email: z.string().meta({ ref: 'user', description: 'Same as `name`.' }),
    name: z.string().meta({ ref: 'user', description: 'Login.' }),
    can_login: z.boolean().meta({ description: 'Whether the account is enabled.' }),
    email_enabled: z.boolean().meta({ description: 'The user receives email about bugs.' }),
    login_denied_text: z.string().meta({ description: 'Why the account is disabled; empty if it is enabled.' }),
    disabled_text: z.string().meta({ description: 'Same as `login_denied_text`.' }),
  })
  .meta({ id: 'GroupMember', description: 'A member of a group.' })

export const groupView = z
  .object({
    id: z.int().meta({ ref: 'group', description: 'ID of the group.' }),
    name: z.string().meta({ ref: 'group', description: 'Name of the group.' }),
    description: z.string().meta({ description: 'Display name or description.' }),
    is_bug_group: z.int().optional().meta({
      description: '1 if bugs can be restricted to the group, 0 for system groups. Only for members of creategroups.',
    }),
    user_regexp: z
      .string()
      .optional()
      .meta({ description: 'A pattern: users with a matching login are members. Empty: none by pattern.' }),
    is_active: z.int().optional().meta({ description: '1 if more bugs can be restricted to the group, otherwise 0.' }),
    icon_url: z
      .string()
      .optional()
      .meta({ description: 'URL of the icon; empty for none. Only on request, by name or with `_extra`.' }),
    membership: z.array(memberView).optional().meta({
      description: 'Direct members, members by pattern and members of included groups, by login. Only on request.',
    }),
    users: z.array(memberView).optional().meta({ ref: 'user', description: 'Same as `membership`.' }),
  })
  .meta({ id: 'Group', description: 'A group of users.' })
export type GroupView = z.output<typeof groupView>

/** The list of members has two names. */
const memberLists = ['membership', 'users'] as const

/** Views of the groups, in their order. */
export async function viewGroups(
  tx: Reader,
  call: Call,
  groups: readonly Group[],
  filter: FieldFilter,
  withMembers: boolean,
): Promise<Partial<GroupView>[]> {
  const knowsAll = hasRight(call, 'creategroups')
  const lists = memberLists.filter((key) => withMembers && filter.wants(key))
  const membersFor = lists.length > 0 ? await loadMembers(tx, call, groups) : () => []
  return groups.map((group) => {
    const { id, name, description, user_regexp } = group
    return filter.pick({
      id,
      name,
      description,
      ...(knowsAll && { is_bug_group: Number(group.is_bug_group), user_regexp, is_active: Number(group.is_active) }),
      ...(knowsAll && filter.wants('icon_url', 'extra') && { icon_url: group.icon_url ?? '' }),
      ...Object.fromEntries(lists.map((key) => [key, cutMembers(membersFor(group), filter.within(key))])),
    })
  })
}

/** The members of each group, as far as the caller may see users; in two selects, whatever their number. */
async function loadMembers(tx: Reader, call: Call, groups: readonly Group[]): Promise<(group: Group) => MemberView[]> {
  const ids = groups.map((group) => group.id)
  const users = await tx.select({
    from: 'users',
    where: { and: [membersOf(call, ids), visibleUsers(call)] },
    order: [{ col: 'login_folded' }],
    columns: userColumns,
  })
  const memberships = await tx.select({
    from: 'user_groups',
    where: {
      and: [{ col: 'group_id', in: [...withHeirs(call.catalogue, ids)] }, { not: { col: 'kind', eq: 'bless' } }],
    },
  })
  const byGroup = groupBy(memberships, (row) => row.group_id)
  return (group) => {
    const members = new Set<number>()
    for (const id of withHeirs(call.catalogue, [group.id]))
      for (const row of byGroup.get(id) ?? []) members.add(row.user_id)
    return users.filter((user) => members.has(user.id)).map((user) => viewMember(call, user))
  }
}

type MemberView = z.output<typeof memberView>

function cutMembers(members: readonly MemberView[], shape: FieldFilter): MemberView[] {
  return members.map((member) => shape.pick(member) as MemberView)
}

function viewMember({ catalogue }: Call, user: UserRow): MemberView {
  const { id, real_name, login, email_enabled, login_denied_text } = user
  return {
    id,
    real_name,
    email: emailOf(catalogue, login),
    name: login,
    can_login: login_denied_text === '',
    email_enabled,
    login_denied_text,
    disabled_text: login_denied_text,
  }
}
