import { z } from 'zod'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter, id, list, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { knowsGroup, requireGroups } from '../../domain/groups/find.js'
import { groupView, viewGroups, type GroupView } from '../../domain/groups/view.js'

// Contract: Groups, Get Group.
export const getGroups = defineRead({
  name: 'groups.get',
  summary: 'Groups and their members',
  description:
    'Groups by id or name; without either all that the caller may know of.\n\n' +
    'Members of creategroups and editusers know of all groups, others of those that they may grant. is_active, ' +
    'is_bug_group, user_regexp and the extra field icon_url are for creategroups.\n\n' +
    'Fails with `object_does_not_exist` for a group that is not there or that the caller may not know of.',
  errors: ['login_required', 'object_does_not_exist'],
  examples: [
    {
      title: 'A group with its members',
      code: "const { groups } = await admin.groups.get({ names: ['security'], membership: true })",
    },
  ],
  access: 'required',
  filters: 'groups',
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'The numbers of groups.' }),
    names: list(word).default([]).meta({ description: 'The names of groups.' }),
    membership: z
      .boolean()
      .default(false)
      .meta({ description: 'With the members of each group, as far as the caller may see users.' }),
    ...fieldFilter,
  }),
  output: z.object({ groups: z.array(groupView).meta({ description: 'The groups.' }) }),
  async run(tx, input, call) {
    const isAsked = input.ids.length + input.names.length > 0
    const groups = isAsked
      ? requireGroups(call, input)
      : [...call.catalogue.groups].filter((group) => knowsGroup(call, group))
    const views = await viewGroups(tx, call, groups, createFieldFilter(input), input.membership)
    return { groups: views as GroupView[] }
  },
})
