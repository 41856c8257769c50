import * as z from 'zod'
import { auditRemoval } from '../../domain/audit/write.js'
import { bumpCatalogueVersion, bumpIdentityVersion, type Group } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { id, list, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import type { Reader, Where } from '../../schema/index.js'
import { keepingEmergencyLogin } from '../../domain/parameters/emergency-login.js'
import { requireGroups } from '../../domain/groups/find.js'
import { benefitOf } from '../../domain/groups/rights.js'
import { namedObject } from '../../call/define/outputs.js'

export const deleteGroups = defineWrite({
  name: 'groups.delete',
  summary: 'Delete unused groups',
  description:
    'Deletes unused groups, all of them or none: groups without members, bugs, products, flag types, ' +
    'shared searches and parameters that refer to them. Their inheritance and grants are deleted too. ' +
    'System groups cannot be deleted.\n\n' +
    'Fails with `auth_failure` without creategroups; `params_required` without names or ids.',
  errors: ['auth_failure', 'params_required', 'object_does_not_exist', 'param_invalid', 'still_in_use'],
  examples: [{ title: 'Remove a group by its name', code: "await admin.groups.delete({ names: ['security'] })" }],
  access: 'required',
  right: { group: 'creategroups', action: 'delete groups' },
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the groups.' }),
    names: list(word).default([]).meta({ description: 'Names of the groups.' }),
  }),
  output: z.object({ groups: z.array(namedObject).meta({ description: 'Deleted groups.' }) }),
  async run(tx, input, call) {
    const groups = requireGroups(call, input)
    if (groups.length === 0) throw new TrackerError('params_required', { fields: ['ids', 'names'] })
    for (const group of groups) {
      const by = await usesOf(tx, call, group)
      if (by) throw new TrackerError('still_in_use', { kind: 'group', field: 'names', value: group.name, by })
    }
    const ids = groups.map((group) => group.id)
    const those = { col: 'group_id', in: ids } as const
    await keepingEmergencyLogin(tx, call, async () => {
      await tx.delete('user_groups', those)
      await tx.delete('group_inheritance', { or: [those, { col: 'member_group_id', in: ids }] })
    })
    await tx.delete('groups', { col: 'id', in: ids })
    for (const group of groups) await auditRemoval(tx, call, 'groups', group.id, group.name)
    await bumpCatalogueVersion(tx)
    await bumpIdentityVersion(tx)
    return { groups: ids.map((one) => ({ id: one })) }
  },
})

/** Returns a use of the group that prevents its deletion. */
async function usesOf(tx: Reader, call: Call, group: Group): Promise<string | undefined> {
  const benefit = await benefitOf(tx, call, [group])
  if (benefit !== undefined) return benefit
  const isMember: Where<'user_groups'> = {
    and: [{ col: 'group_id', eq: group.id }, { not: { col: 'kind', eq: 'bless' } }],
  }
  return (await tx.count('user_groups', isMember)) > 0 ? 'its members' : undefined
}
