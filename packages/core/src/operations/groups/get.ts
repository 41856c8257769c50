import { z } from 'zod'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter, id, list, word } from '../../define/inputs.js'
import { defineRead } from '../../define/operation.js'
import { knowsGroup, requireGroups } from '../../domain/groups/find.js'
import { groupView, viewGroups, type GroupView } from '../../domain/groups/view.js'

/**
 * Groups by id or name; without either all that the caller may know of. Contract: Groups, Get Group.
 *
 * Members of creategroups and editusers know of all groups, others of those that they may grant. is_active, is_bug_group,
 * user_regexp and the extra field icon_url are for creategroups. `membership`: with the members of each group, as far as the
 * caller may see users.
 *
 * @throws login_required (410), object_does_not_exist (51) for a group that is not there or that the caller may not know of
 * @example const { groups } = await admin.groups.get({ names: ['security'], membership: true })
 */
export const getGroups = defineRead({
  name: 'groups.get',
  summary: 'Groups and their members',
  access: 'required',
  filters: 'groups',
  input: z.strictObject({
    ids: list(id).default([]),
    names: list(word).default([]),
    membership: z.boolean().default(false),
    ...fieldFilter,
  }),
  output: z.object({ groups: z.array(groupView) }),
  async run(tx, input, call) {
    const isAsked = input.ids.length + input.names.length > 0
    const groups = isAsked
      ? requireGroups(call, input)
      : [...call.catalogue.groups].filter((group) => knowsGroup(call, group))
    const views = await viewGroups(tx, call, groups, createFieldFilter(input), input.membership)
    return { groups: views as GroupView[] }
  },
})
