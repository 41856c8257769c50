import * as z from 'zod'
import { membersOf, visibleUsers } from '../../access/visibility.js'
import { hasRight, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { count, fieldFilter, id, list, rawText } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import type { Reader, Where } from '../../schema/index.js'
import { findUsers, keepUsers } from '../../domain/users/lookup.js'
import { matchUsers } from '../../domain/users/match.js'
import { userView, viewUsers, type UserView } from '../../domain/users/view.js'
import type { UserRow } from '../../access/user-columns.js'
import { fault } from '../../call/define/outputs.js'

/** Each is a separate search. */
const mostTexts = 100

const input = z.strictObject({
  ids: list(id).default([]).meta({ description: 'IDs of users that the caller can see.' }),
  names: list(rawText).default([]).meta({ description: 'Logins, ignoring case.' }),
  match: list(rawText, mostTexts)
    .default([])
    .meta({
      description:
        'Texts to find in logins and real names, with `*` as a wildcard. Disabled users are excluded unless ' +
        'the text is their whole login or `include_disabled` is set. Results are sorted by login.',
    }),
  limit: count.default(0).meta({
    description:
      'Maximum number of results for each text of `match`; 0 and values above the parameter maxusermatches mean ' +
      'maxusermatches.',
  }),
  group_ids: list(id).default([]).meta({ description: 'Only members of one of these groups.' }),
  groups: list(rawText).default([]).meta({ description: 'Only members of one of these groups.' }),
  include_disabled: z.boolean().default(false).meta({ description: 'Include disabled users in `match`.' }),
  permissive: z
    .boolean()
    .default(false)
    .meta({ description: 'Report unknown IDs and names in `faults` instead of an error.' }),
  ...fieldFilter,
})
type Input = z.output<typeof input>

// Contract: Users, Get User.
export const getUsers = defineRead({
  name: 'users.get',
  summary: 'Get users by ID, login or part of a name',
  description:
    'Returns users by ID, login or part of a name, each once.\n\n' +
    'Anonymous callers can use only `names`.\n\n' +
    'Fails with `params_required` without ids, names and match; `object_does_not_exist` for an ID, name ' +
    'or group ID.',
  errors: [
    'params_required',
    'user_access_by_id_denied',
    'user_access_by_match_denied',
    'object_does_not_exist',
    'invalid_group_name',
  ],
  examples: [
    {
      title: 'Get the groups of users by part of their name',
      code: "const { users } = await alice.users.get({ match: ['exam'], include_fields: ['name', 'groups.name'] })",
    },
  ],
  access: 'optional',
  reads: 'scan',
  isNarrow: ({ match }) => match.length === 0,
  filters: 'users',
  input,
  output: z.object({
    users: z.array(userView).meta({ description: 'Users, each once.' }),
    faults: z.array(fault).optional().meta({ description: 'Unknown IDs and names. Only with `permissive`.' }),
  }),
  async run(tx, asked, call) {
    requireSelector(call, asked)
    const inGroups = groupCondition(call, asked)
    const { found, missing } = await findUsers(tx, call, asked)
    if (missing[0] && !asked.permissive) throw missing[0]
    const users = new Map<number, UserRow>()
    for (const user of await keepUsers(tx, found, inGroups)) users.set(user.id, user)
    for (const user of await matchAll(tx, call, asked, inGroups)) if (!users.has(user.id)) users.set(user.id, user)
    const views = (await viewUsers(tx, call, [...users.values()], createFieldFilter(asked))) as UserView[]
    const faults = missing.map(({ data, message, number }) => ({
      id: data.value as number | string,
      faultString: message,
      faultCode: number,
    }))
    return asked.permissive ? { users: views, faults } : { users: views }
  },
})

function requireSelector({ who }: Call, { ids, names, match }: Input): void {
  if (ids.length + names.length + match.length === 0)
    throw new TrackerError('params_required', { fields: ['ids', 'names', 'match'] })
  if (who.user || who.isSystem) return
  if (ids.length > 0) throw new TrackerError('user_access_by_id_denied')
  if (match.length > 0) throw new TrackerError('user_access_by_match_denied')
}

/** Undefined when users of any group are wanted. Groups that the caller is not in and may not grant do not exist here. */
function groupCondition(call: Call, { group_ids, groups }: Input): Where<'users'> | undefined {
  if (group_ids.length + groups.length === 0) return undefined
  const { who, catalogue } = call
  const isKnown = (groupId: number) =>
    who.groupIds.has(groupId) || who.blessIds.has(groupId) || hasRight(call, 'creategroups')
  const byId = group_ids.map((value) => {
    const group = catalogue.groups.get(value)
    if (group && isKnown(group.id)) return group.id
    throw new TrackerError('object_does_not_exist', { kind: 'group', field: 'group_ids', value })
  })
  const byName = groups.map((value) => {
    const group = catalogue.groups.named(value)
    if (group && isKnown(group.id)) return group.id
    throw new TrackerError('invalid_group_name', { field: 'groups', value })
  })
  return membersOf(call, [...byId, ...byName])
}

async function matchAll(
  tx: Reader,
  call: Call,
  { match, include_disabled, limit }: Input,
  inGroups: Where<'users'> | undefined,
): Promise<UserRow[]> {
  const most = Number(call.catalogue.parameters.maxusermatches) || Infinity
  const wanted = Math.min(limit || Infinity, most)
  const options = {
    among: { and: inGroups ? [visibleUsers(call), inGroups] : [visibleUsers(call)] },
    include_disabled,
    limit: wanted === Infinity ? undefined : wanted,
  }
  const found: UserRow[] = []
  for (const text of match) found.push(...(await matchUsers(tx, text, options)))
  return found
}
