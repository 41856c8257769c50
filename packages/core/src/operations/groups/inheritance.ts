import * as z from 'zod'
import { id, list, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import type { Group } from '../../setup/catalogue.js'
import { requireGroups } from '../../domain/groups/find.js'
import { relatedGroups, type RelationKind } from '../../domain/groups/relations.js'

const related = z.array(
  z.object({
    id: z.int().meta({ description: 'ID of the group.' }),
    name: z.string().meta({ description: 'Name of the group.' }),
  }),
)

const relationsView = z
  .object({
    id: z.int().meta({ ref: 'group', description: 'ID of the group.' }),
    name: z.string().meta({ ref: 'group', description: 'Name of the group.' }),
    membership: related.meta({ description: 'Groups whose members are also members of this group.' }),
    bless: related.meta({ description: 'Groups whose members can grant this group.' }),
    visible: related.meta({
      description:
        'Groups whose members can see the members of this group, if the parameter usevisibilitygroups is on.',
    }),
  })
  .meta({ id: 'GroupRelations', description: 'Relation of a group to the groups that it includes.' })

export const inheritanceOfGroups = defineRead({
  name: 'groups.inheritance',
  summary: 'Get how groups include and grant each other',
  description:
    'Returns which groups the groups with these `ids` or `names`, or all groups, include, which groups ' +
    'can grant them, and which can see their members.\n\n' +
    'Fails with `auth_failure` without creategroups; `object_does_not_exist` for a group.',
  errors: ['auth_failure', 'object_does_not_exist'],
  examples: [
    {
      title: 'Get the groups that a group includes',
      code: "const { groups } = await admin.groups.inheritance({ names: ['security'] })",
    },
  ],
  access: 'required',
  right: { group: 'creategroups', action: 'see what groups inherit' },
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the groups.' }),
    names: list(word).default([]).meta({ description: 'Names of the groups.' }),
  }),
  output: z.object({
    groups: z.array(relationsView).meta({ description: 'Groups with their related groups.' }),
  }),
  async run(_tx, input, call) {
    const isAsked = input.ids.length + input.names.length > 0
    const groups = isAsked ? requireGroups(call, input) : [...call.catalogue.groups]
    const of = (group: Group, kind: RelationKind) =>
      relatedGroups(call, group, kind).map(({ id, name }) => ({ id, name }))
    return {
      groups: groups.map((group) => ({
        id: group.id,
        name: group.name,
        membership: of(group, 'membership'),
        bless: of(group, 'bless'),
        visible: of(group, 'visible'),
      })),
    }
  },
})
