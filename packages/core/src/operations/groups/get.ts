import * as z from 'zod'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter, id, list, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { knowsGroup, requireGroups } from '../../domain/groups/find.js'
import { groupView, viewGroups, type GroupView } from '../../domain/groups/view.js'

// Contract: Groups, Get Group.
export const getGroups = defineRead({
  name: 'groups.get',
  summary: 'Get groups and their members',
  description:
    'Returns groups by ID or name, or all that the caller can see.\n\n' +
    'Members of creategroups and editusers can see all groups, other callers those that they can grant. ' +
    '`is_active`, `is_bug_group`, `user_regexp` and the extra field `icon_url` are for members of ' +
    'creategroups.\n\n' +
    'Fails with `object_does_not_exist` for an unknown or hidden group.',
  errors: ['login_required', 'object_does_not_exist'],
  examples: [
    {
      title: 'Get a group with its members',
      code: "const { groups } = await admin.groups.get({ names: ['security'], membership: true })",
    },
  ],
  access: 'required',
  filters: 'groups',
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the groups.' }),
    names: list(word).default([]).meta({ description: 'Names of the groups.' }),
    membership: z
      .boolean()
      .default(false)
      .meta({ description: 'Include the members of each group whom the caller can see.' }),
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
