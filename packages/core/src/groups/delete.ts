import { z } from 'zod'
import { auditRemoval } from '../audit/write.js'
import { touchCatalogue, touchIdentities, type Group } from '../catalogue.js'
import type { Call } from '../context.js'
import { TrackerError } from '../errors.js'
import { id } from '../inputs.js'
import { defineWrite } from '../operation.js'
import { groupParameters } from '../parameters/table.js'
import type { Reader } from '../schema/index.js'
import { fold } from '../store/index.js'
import { requireGroups } from './find.js'
import { isSystemGroup } from './rights.js'

/**
 * Removes groups that nothing needs, all of them or none: without members, bugs, products, flag types, shared searches and
 * parameters that name them. What they inherit, and who may grant them, goes with them. Groups that carry rights stay.
 *
 * `ids`, `names`: which ones.
 *
 * @throws auth_failure (304) without creategroups, params_required (50) when none is named, object_does_not_exist (51),
 *   still_in_use
 * @example await admin.groups.delete({ names: ['security'] })
 */
export const deleteGroups = defineWrite({
  name: 'groups.delete',
  summary: 'Remove groups that nothing needs',
  access: 'required',
  right: { group: 'creategroups', action: 'remove groups' },
  input: z.strictObject({ ids: z.array(id).default([]), names: z.array(z.string()).default([]) }),
  output: z.object({ groups: z.array(z.object({ id: z.int() })) }),
  async run(tx, input, call) {
    const groups = requireGroups(call, input)
    if (groups.length === 0) throw new TrackerError('params_required', { fields: ['ids', 'names'] })
    for (const group of groups) {
      const by = usesInSetUp(call, group) ?? (await usesOfPeople(tx, group))
      if (by) throw new TrackerError('still_in_use', { kind: 'group', field: 'names', value: group.name, by })
    }
    const ids = groups.map((group) => group.id)
    const those = { col: 'group_id', in: ids } as const
    await tx.delete('user_groups', those)
    await tx.delete('group_inheritance', { or: [those, { col: 'member_group_id', in: ids }] })
    await tx.delete('groups', { col: 'id', in: ids })
    for (const group of groups) await auditRemoval(tx, call, 'Group', group.id, group.name)
    await touchCatalogue(tx)
    await touchIdentities(tx)
    return { groups: ids.map((one) => ({ id: one })) }
  },
})

function usesInSetUp({ catalogue }: Call, group: Group): string | undefined {
  if (isSystemGroup(group)) return 'the right that goes with it'
  const parameter = groupParameters.find((name) => fold(catalogue.parameters[name]) === fold(group.name))
  if (parameter) return `the parameter ${parameter}`
  if ([...catalogue.products].some((product) => product.controls.has(group.id))) return 'products'
  const flagTypes = [...catalogue.flagTypes.values()]
  if (flagTypes.some((type) => [type.grant_group_id, type.request_group_id].includes(group.id))) return 'flag types'
  return undefined
}

async function usesOfPeople(tx: Reader, { id: groupId }: Group): Promise<string | undefined> {
  const those = { col: 'group_id', eq: groupId } as const
  if ((await tx.count('bug_groups', those)) > 0) return 'bugs'
  if ((await tx.count('user_groups', { and: [those, { not: { col: 'kind', eq: 'bless' } }] })) > 0) return 'its members'
  if ((await tx.count('saved_searches', { col: 'shared_group_id', eq: groupId })) > 0) return 'saved searches'
  return undefined
}
