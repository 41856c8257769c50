import * as z from 'zod'
import { changedObject } from '../../domain/audit/plan.js'
import { audit } from '../../domain/audit/write.js'
import { bumpCatalogueVersion, type Group } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { id, list, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import type { Writer } from '../../schema/index.js'
import { keepingEmergencyLogin } from '../../domain/parameters/emergency-login.js'
import { findGroup, requireGroups } from '../../domain/groups/find.js'
import { groupLists, type GroupLists } from '../../domain/groups/inputs.js'
import { changeOfGroups, namesOf, type GroupChange } from '../../domain/groups/lists.js'
import { relatedGroups, relationKinds, type RelationKind } from '../../domain/groups/relations.js'
import { requireMayFill } from '../../domain/groups/rights.js'

export const inheritGroups = defineWrite({
  name: 'groups.inherit',
  summary: 'Update how groups include and grant each other',
  description:
    'Updates which groups the given groups include, which groups can grant them, and which can see their ' +
    'members.\n\n' +
    'Each list accepts groups by ID or name, with `add` and `remove`, or `set` for the complete list. ' +
    'The relations of admin to every group stay.\n\n' +
    'Fails with `auth_failure` without creategroups, and for membership and bless of a group that the ' +
    'caller cannot grant and that has any permissions; `params_required` without names or ids; ' +
    '`object_does_not_exist` for a group; `param_invalid` for removing admin, for a group that would ' +
    'include itself, and if the group in the parameter password_login_group is left without an ' +
    'administrator who has a password.',
  errors: ['auth_failure', 'params_required', 'object_does_not_exist', 'param_invalid'],
  examples: [
    {
      title: 'Include one group in another',
      code: "await admin.groups.inherit({ names: ['security'], membership: { add: ['developers'] } })",
    },
  ],
  access: 'required',
  right: { group: 'creategroups', action: 'change what groups inherit' },
  confirms: () => true,
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs or names of the groups.' }),
    names: list(word).default([]).meta({ description: 'IDs or names of the groups.' }),
    membership: groupLists
      .optional()
      .meta({ description: 'Groups whose members are also members of these, transitively.' }),
    bless: groupLists.optional().meta({ description: 'Groups whose members can grant them.' }),
    visible: groupLists.optional().meta({ description: 'Groups whose members can see their members.' }),
  }),
  output: z.object({ groups: z.array(changedObject).meta({ description: 'Changes of each group.' }) }),
  async run(tx, input, call) {
    const groups = requireGroups(call, input)
    if (groups.length === 0) throw new TrackerError('params_required', { fields: ['ids', 'names'] })
    const changed: z.output<typeof changedObject>[] = []
    await keepingEmergencyLogin(tx, call, async () => {
      for (const group of groups) changed.push({ id: group.id, changes: await inherit(tx, call, group, input) })
    })
    if (changed.some(({ changes }) => Object.keys(changes).length > 0)) await bumpCatalogueVersion(tx)
    return { groups: changed }
  },
})

type Changes = z.output<typeof changedObject>['changes']

async function inherit(
  tx: Writer,
  call: Call,
  group: Group,
  wanted: { readonly [K in RelationKind]?: GroupLists | undefined },
): Promise<Changes> {
  const changes: Changes = {}
  for (const kind of relationKinds) {
    const lists = wanted[kind]
    const change = lists && planRelation(call, group, kind, lists)
    if (!change || change.added.length + change.removed.length === 0) continue
    if (kind !== 'visible') await requireMayFill(tx, call, group)
    await writeRelation(tx, group, kind, change)
    changes[kind] = { removed: namesOf(change.removed), added: namesOf(change.added) }
  }
  const audited = Object.entries(changes).map(([field, change]) => ({ field, ...change }))
  await audit(tx, call, 'groups', group.id, audited)
  return changes
}

function planRelation(call: Call, group: Group, kind: RelationKind, lists: GroupLists): GroupChange {
  const { catalogue } = call
  const admin = catalogue.groups.named('admin')
  const before = new Set(relatedGroups(call, group, kind).map((one) => one.id))
  const find = (value: number | string, key: keyof GroupLists) => {
    const field = `${kind}.${key}`
    const found = findGroup(catalogue, value)
    if (!found) throw new TrackerError('object_does_not_exist', { kind: 'group', field, value })
    const problem = problemOf(found, key)
    if (problem !== undefined) throw new TrackerError('param_invalid', { field, value, problem })
    return found
  }
  const problemOf = (found: Group, key: keyof GroupLists) => {
    if (key === 'remove' && found === admin) return 'the relations of admin to every group stay'
    return kind === 'membership' && key !== 'remove' && found === group ? 'a group is not within itself' : undefined
  }
  return changeOfGroups(catalogue, before, lists, { find, keeps: (one) => one === admin })
}

async function writeRelation(
  tx: Writer,
  group: Group,
  kind: RelationKind,
  { added, removed }: GroupChange,
): Promise<void> {
  await tx.delete('group_inheritance', {
    and: [
      { col: 'group_id', eq: group.id },
      { col: 'kind', eq: kind },
      { col: 'member_group_id', in: removed.map((one) => one.id) },
    ],
  })
  await tx.insert(
    'group_inheritance',
    added.map((one) => ({ member_group_id: one.id, group_id: group.id, kind })),
  )
}
