import { z } from 'zod'
import { id, list, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import type { Group } from '../../setup/catalogue.js'
import { requireGroups } from '../../domain/groups/find.js'
import { relatedGroups, type RelationKind } from '../../domain/groups/relations.js'

const related = z.array(
  z.object({
    id: z.int().meta({ description: 'The number of the group.' }),
    name: z.string().meta({ description: 'The name of the group.' }),
  }),
)

const relationsView = z
  .object({
    id: z.int().meta({ ref: 'group', description: 'The number of the group.' }),
    name: z.string().meta({ ref: 'group', description: 'The name of the group.' }),
    membership: related.meta({ description: 'The groups whose members are members of this group too.' }),
    bless: related.meta({ description: 'The groups whose members may grant this group.' }),
    visible: related.meta({
      description:
        'The groups whose members see who is in this group, where the parameter usevisibilitygroups restricts that.',
    }),
  })
  .meta({ id: 'GroupRelations', description: 'Relation of a group to the groups that it includes.' })

export const inheritanceOfGroups = defineRead({
  name: 'groups.inheritance',
  summary: 'How groups include and grant each other',
  description:
    'Which groups the members of other groups belong to, may grant and see the members of; without `ids` and ' +
    '`names` of all.\n\n' +
    'Fails with `auth_failure` without creategroups; `object_does_not_exist` for a group.',
  errors: ['auth_failure', 'object_does_not_exist'],
  examples: [
    {
      title: 'Groups that a group includes',
      code: "const { groups } = await admin.groups.inheritance({ names: ['security'] })",
    },
  ],
  access: 'required',
  right: { group: 'creategroups', action: 'see what groups inherit' },
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'The numbers of groups.' }),
    names: list(word).default([]).meta({ description: 'The names of groups.' }),
  }),
  output: z.object({
    groups: z.array(relationsView).meta({ description: 'The groups with those that they are related to.' }),
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
