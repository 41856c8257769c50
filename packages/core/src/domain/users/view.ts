// Users in responses, as far as the caller may see them.
import * as z from 'zod'
import type { Group } from '../../setup/catalogue.js'
import { groupBy } from '../../kernel/collections.js'
import { hasRight, withInherited, type Call } from '../../call/context.js'
import type { FieldFilter } from '../../kernel/field-filter.js'
import type { Reader } from '../../schema/index.js'
import { findSecondFactors } from '../../auth/second-factor.js'
import { emailOf } from '../../auth/login-name.js'
import type { UserRow } from '../../access/user-columns.js'

const savedSearch = z
  .object({
    id: z.int().meta({ ref: 'self', description: 'ID of the search.' }),
    name: z.string().meta({ description: 'Name of the search.' }),
    query: z.string().meta({ description: 'Parameters of the search, as a query string.' }),
  })
  .meta({ id: 'SavedSearchOfUser', description: 'A search or report that a user has saved.' })

const groupOfUser = z
  .object({
    id: z.int().meta({ ref: 'group', description: 'ID of the group.' }),
    name: z.string().meta({ ref: 'group', description: 'Name of the group.' }),
    description: z.string().meta({ description: 'Display name or description.' }),
  })
  .meta({
    id: 'NameAndDescription',
    description: 'A group of a user.',
  })

export const userView = z
  .object({
    id: z.int().meta({ ref: 'user', description: 'ID of the user.' }),
    name: z.string().meta({ ref: 'user', description: 'Login.' }),
    real_name: z.string().meta({ description: 'Real name; can be empty.' }),
    email: z.string().optional().meta({ ref: 'user', description: 'Same as `name`.' }),
    can_login: z.boolean().optional().meta({ description: 'Whether the account is enabled.' }),
    groups: z.array(groupOfUser).optional().meta({
      description:
        'For the caller and for members of editusers, all groups; otherwise those that the caller can grant.',
    }),
    email_enabled: z
      .boolean()
      .optional()
      .meta({
        description:
          "Whether the user receives email about bugs. Only for the caller's own user and for members of " +
          'editusers.',
      }),
    login_denied_text: z
      .string()
      .optional()
      .meta({ description: 'Why the account is disabled; empty if it is enabled.' }),
    bounces: z
      .int()
      .optional()
      .meta({
        description:
          'Number of days on which email to the user bounced, up to 5; then `email_enabled` becomes false. ' +
          "Absent without bounces. Only for the caller's own user and for members of editusers.",
      }),
    bounced_time: z.date().optional().meta({ description: 'Last of these days.' }),
    second_factor: z
      .boolean()
      .optional()
      .meta({
        description:
          "Whether the user has two-factor authentication. Only on request, for the caller's own user and for " +
          'members of editusers.',
      }),
    saved_searches: z.array(savedSearch).optional().meta({
      ref: 'saved search',
      description: "Saved searches of the user. Only for the caller's own user.",
    }),
    saved_reports: z
      .array(savedSearch)
      .optional()
      .meta({ description: "Saved reports of the user. Only for the caller's own user." }),
  })
  .meta({ id: 'User', description: 'A user. Anonymous callers get only `id`, `name` and `real_name`.' })
export type UserView = z.output<typeof userView>

/** Views of the users, in their order. Loads what the filter wants and the caller may see, whatever their number. */
export async function viewUsers(
  tx: Reader,
  call: Call,
  users: readonly UserRow[],
  filter: FieldFilter,
): Promise<Partial<UserView>[]> {
  const groupsOf = await loadGroups(tx, call, users, filter)
  const saved = await loadSaved(tx, call, users, filter)
  const twofold = await loadSecondFactors(tx, call, users, filter)
  return users.map((user) => ({
    ...filter.pick({ ...viewUser(call, user), ...groupsOf(user.id), ...(isSelf(call, user) && saved) }),
    ...twofold(user),
  }))
}

function viewUser(call: Call, user: UserRow): UserView {
  const { id, login, real_name, email_enabled, login_denied_text } = user
  const forAll = { id, name: login, real_name }
  if (!call.who.user && !call.who.isSystem) return forAll
  const forUsers = { ...forAll, email: emailOf(call.catalogue, login), can_login: login_denied_text === '' }
  if (!isEntitled(call, user)) return forUsers
  const { bounces, bounced_time } = user
  const bounced = bounces !== null && bounced_time && { bounces, bounced_time }
  return { ...forUsers, email_enabled, login_denied_text, ...bounced }
}

function isSelf({ who }: Call, user: UserRow): boolean {
  return who.user?.id === user.id
}

function isEntitled(call: Call, user: UserRow): boolean {
  return isSelf(call, user) || hasRight(call, 'editusers')
}

/** The users with two-factor authentication, as far as the caller may see it. */
async function loadSecondFactors(
  tx: Reader,
  call: Call,
  users: readonly UserRow[],
  filter: FieldFilter,
): Promise<(user: UserRow) => Pick<UserView, 'second_factor'>> {
  if (!filter.wants('second_factor', 'extra')) return () => ({})
  const known = users.filter((user) => isEntitled(call, user)).map(({ id }) => id)
  const found = await findSecondFactors(tx, known)
  return (user) => (isEntitled(call, user) ? { second_factor: found.has(user.id) } : {})
}

/** The groups of each user as the caller may know them, inherited ones among them; nothing when no groups are shown at all. */
async function loadGroups(
  tx: Reader,
  call: Call,
  users: readonly UserRow[],
  filter: FieldFilter,
): Promise<(userId: number) => Pick<UserView, 'groups'>> {
  const { who, catalogue } = call
  if (!filter.wants('groups') || (!who.user && !who.isSystem)) return () => ({})
  const knowsAll = hasRight(call, 'editusers')
  const knowsSome = knowsAll || who.blessIds.size > 0
  const known = users.filter((user) => knowsSome || isSelf(call, user)).map((user) => user.id)
  const rows = known.length === 0 ? [] : await tx.select({ from: 'user_groups', where: { col: 'user_id', in: known } })
  const direct = groupBy(
    rows.filter((row) => row.kind !== 'bless'),
    (row) => row.user_id,
  )
  const shape = filter.within('groups')
  const view = ({ id, name, description }: Group) => shape.pick({ id, name, description }) as GroupView
  return (userId) => {
    const all = withInherited(
      catalogue,
      (direct.get(userId) ?? []).map((row) => row.group_id),
    )
    const isShown = ({ id }: Group) => all.has(id) && (knowsAll || userId === who.user?.id || who.blessIds.has(id))
    return { groups: [...catalogue.groups].filter(isShown).map(view) }
  }
}

type GroupView = NonNullable<UserView['groups']>[number]

/** The caller's saved searches and reports, if the caller is among the users. */
async function loadSaved(
  tx: Reader,
  call: Call,
  users: readonly UserRow[],
  filter: FieldFilter,
): Promise<Pick<UserView, 'saved_searches' | 'saved_reports'>> {
  const { user } = call.who
  const isWanted = filter.wants('saved_searches') || filter.wants('saved_reports')
  if (!user || !isWanted || !users.some((one) => one.id === user.id)) return {}
  const rows = await tx.select({
    from: 'saved_searches',
    where: { col: 'user_id', eq: user.id },
    order: [{ col: 'name_folded' }],
  })
  const of = (kind: string, field: string) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ id, name, query }) => filter.within(field).pick({ id, name, query }) as z.output<typeof savedSearch>)
  return { saved_searches: of('search', 'saved_searches'), saved_reports: of('report', 'saved_reports') }
}
