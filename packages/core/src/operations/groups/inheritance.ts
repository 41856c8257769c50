import { z } from 'zod'
import { id, list, word } from '../../define/inputs.js'
import { defineRead } from '../../define/operation.js'
import type { Group } from '../../setup/catalogue.js'
import { requireGroups } from '../../domain/groups/find.js'
import { relatedGroups, type RelationKind } from '../../domain/groups/relations.js'

const related = z.array(z.object({ id: z.int(), name: z.string() }))

const relationsView = z.object({
  id: z.int(),
  name: z.string(),
  /** The groups whose members are members of this group too. */
  membership: related,
  /** The groups whose members may grant this group. */
  bless: related,
  /** The groups whose members see who is in this group, where the parameter usevisibilitygroups restricts that. */
  visible: related,
})

/**
 * Which groups the members of other groups belong to, may grant and see the members of; without `ids` and `names` of all.
 *
 * @throws auth_failure (304) without creategroups, object_does_not_exist (51) for a group
 * @example const { groups } = await admin.groups.inheritance({ names: ['security'] })
 */
export const inheritanceOfGroups = defineRead({
  name: 'groups.inheritance',
  summary: 'What the members of groups are to other groups',
  access: 'required',
  right: { group: 'creategroups', action: 'see what groups inherit' },
  input: z.strictObject({ ids: list(id).default([]), names: list(word).default([]) }),
  output: z.object({ groups: z.array(relationsView) }),
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
