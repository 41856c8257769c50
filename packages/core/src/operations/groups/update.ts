import * as z from 'zod'
import { keepingEmergencyLogin } from '../../domain/parameters/emergency-login.js'
import { changedObject, createPlan, writePlans, type Plan } from '../../domain/audit/plan.js'
import type { Group } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { addBugsToGroup } from '../../domain/group-controls/bugs.js'
import { requireMayRetire } from '../../domain/group-controls/rights.js'
import { id, list, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { groupParameters } from '../../setup/parameters.js'
import { writeParameters } from '../../domain/parameters/write.js'
import type { Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { requireGroups } from '../../domain/groups/find.js'
import { groupDescription, groupName, iconUrl, loginPattern } from '../../domain/groups/inputs.js'
import { storePatternMembers } from '../../domain/groups/pattern-members.js'
import { isSystemGroup, requireMayFill } from '../../domain/groups/rights.js'

const values = {
  name: groupName.optional().meta({
    description: 'New name, for a single group only, not for system groups. Parameters that refer to it are updated.',
  }),
  description: groupDescription.optional().meta({ description: 'Display name or description.' }),
  user_regexp: loginPattern
    .optional()
    .meta({ description: 'Regular expression. Users with a matching login are members. Empty: none by pattern.' }),
  is_active: z
    .boolean()
    .optional()
    .meta({
      description:
        'More bugs can be restricted to the group. Activating it adds the bugs of products for which it is ' +
        'mandatory.',
    }),
  icon_url: iconUrl.optional().meta({ description: 'URL or path of an icon; empty for none.' }),
}

type Values = z.output<z.ZodObject<typeof values>>

// Contract: Groups, Update Group.
export const updateGroups = defineWrite({
  name: 'groups.update',
  summary: 'Update groups',
  description:
    'Updates groups, all of them or none.\n\n' +
    "The response contains the changes of each group, booleans as '1' and '0'.\n\n" +
    'Fails with `auth_failure` without creategroups, and for the pattern of a group that the caller cannot grant ' +
    'and whose members gain access by it; for is_active of a group in which products keep bugs, unless the caller ' +
    'is a member; `params_required` without names or ids; `object_does_not_exist` for a group; `param_invalid` ' +
    'for a name on several groups or on a system group, and for the pattern by which the last administrator with a ' +
    'password is in the group that the parameter password_login_group names.',
  errors: [
    'auth_failure',
    'params_required',
    'object_does_not_exist',
    'param_invalid',
    'empty_group_name',
    'group_exists',
    'empty_group_description',
    'invalid_regexp',
    'text_too_long',
  ],
  examples: [
    {
      title: 'Add all users with an address at a host',
      code: "const { groups } = await admin.groups.update({ names: ['security'], user_regexp: '@security\\\\.example\\\\.com$' })",
    },
  ],
  access: 'required',
  right: { group: 'creategroups', action: 'change groups' },
  confirms: () => true,
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the groups.' }),
    names: list(word).default([]).meta({ description: 'Names of the groups.' }),
    ...values,
  }),
  output: z.object({
    groups: z.array(changedObject).meta({ description: 'Changes of each group. Booleans are `1` and `0`.' }),
  }),
  async run(tx, { ids, names, ...wanted }, call) {
    const groups = requireGroups(call, { ids, names })
    if (groups.length === 0) throw new TrackerError('params_required', { fields: ['ids', 'names'] })
    if (wanted.name !== undefined) requireRenaming(call, groups, wanted.name)
    for (const group of groups) if (wanted.is_active === false && group.is_active) requireMayRetire(call, group)
    const plans = groups.map((group) => [group.id, planGroupUpdate(group, wanted)] as const)
    await keepingEmergencyLogin(tx, call, async () => {
      for (const group of groups) await writeMembers(tx, call, group, wanted)
    })
    const changed = await writePlans(tx, call, 'groups', plans)
    if (groups[0] && wanted.name !== undefined) await renameInParameters(tx, call, groups[0], wanted.name)
    for (const group of groups) if (wanted.is_active && !group.is_active) await catchUp(tx, call, group)
    return { groups: changed }
  },
})

function requireRenaming({ catalogue }: Call, groups: readonly Group[], value: string): void {
  const [group] = groups
  const refuse = (problem: string) => new TrackerError('param_invalid', { field: 'name', value, problem })
  if (groups.length > 1) throw refuse('only one group at a time can be renamed')
  if (!group || group.name === value) return
  if (isSystemGroup(group)) throw refuse(`${group.name} goes with a right and keeps its name`)
  const holder = catalogue.groups.named(value)
  if (holder && holder !== group) throw new TrackerError('group_exists', { field: 'name', value })
}

function planGroupUpdate(group: Group, wanted: Values): Plan<'groups'> {
  const plan = createPlan<'groups'>()
  plan.change('name', group.name, wanted.name, (name) => ({ name, name_folded: fold(name) }))
  plan.change('description', group.description, wanted.description, (description) => ({ description }))
  plan.change('user_regexp', group.user_regexp, wanted.user_regexp, (user_regexp) => ({ user_regexp }))
  plan.change('is_active', group.is_active, wanted.is_active, (is_active) => ({ is_active }))
  plan.change('icon_url', group.icon_url ?? '', wanted.icon_url, (url) => ({ icon_url: url || null }))
  return plan
}

async function writeMembers(tx: Writer, call: Call, group: Group, { user_regexp }: Values): Promise<void> {
  if (user_regexp === undefined || user_regexp === group.user_regexp) return
  await requireMayFill(tx, call, group)
  await storePatternMembers(tx, group.id, user_regexp)
}

/** Where a group is mandatory all bugs are in it, also those that were made while it was not active. */
async function catchUp(tx: Writer, call: Call, group: Group): Promise<void> {
  for (const product of call.catalogue.products)
    if (product.controls.get(group.id)?.member_control === 'mandatory') await addBugsToGroup(tx, call, product, group)
}

async function renameInParameters(tx: Writer, call: Call, { name }: Group, renamed: string): Promise<void> {
  const { parameters } = call.catalogue
  const naming = groupParameters.filter((parameter) => fold(parameters[parameter]) === fold(name))
  await writeParameters(tx, call, Object.fromEntries(naming.map((parameter) => [parameter, renamed])))
}
