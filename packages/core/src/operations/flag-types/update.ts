import * as z from 'zod'
import { changedObject, createPlan, writePlans, type Plan } from '../../domain/audit/plan.js'
import type { FlagType } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { reconcileFlags } from '../../domain/flags/reconcile.js'
import { requireKnownGroup } from '../../domain/group-controls/find-group.js'
import { defineWrite } from '../../call/define/operation.js'
import type { Writer } from '../../schema/index.js'
import { requireSomeAdministrable } from '../../domain/products/find.js'
import { fold } from '../../store/index.js'
import { requireEditableType, requireTypes } from '../../domain/flag-types/find.js'
import { flagTypeDescription, flagTypeName, flagTypeRefs, flagTypeValues } from '../../domain/flag-types/inputs.js'
import { scopesOf, type Scope } from '../../domain/flag-types/scopes.js'

const values = {
  name: flagTypeName
    .optional()
    .meta({ description: 'Name, 1 to 50 characters without spaces and commas; does not have to be unique.' }),
  description: flagTypeDescription.optional().meta({ description: 'Description of the flag type, in simple HTML.' }),
  ...flagTypeValues,
}

type Values = z.output<z.ZodObject<typeof values>>

export const updateFlagTypes = defineWrite({
  name: 'flagTypes.update',
  summary: 'Update flag types',
  description:
    'Updates flag types, all of them or none. For members of editcomponents; for types restricted to products, ' +
    'also for users who have this right in all of them.\n\n' +
    'The other inputs are those of flagTypes.create; the target type (bugs or attachments) stays. `inclusions` ' +
    "and `exclusions` replace the lists, and the response contains only that they changed (removed '0', added " +
    "'1'); groups are returned as IDs. Existing flags follow: if their type does not apply any more, they get " +
    'another type of the same name or are removed; if requestees are disabled, requestees are removed.\n\n' +
    'Fails with `params_required` without names or ids; `object_does_not_exist` for a type, product or group; ' +
    '`flag_type_not_editable` for types and products that the caller does not administer.',
  errors: [
    'auth_failure',
    'params_required',
    'object_does_not_exist',
    'flag_type_not_editable',
    'flag_type_name_invalid',
    'flag_type_description_invalid',
    'flag_type_cc_list_invalid',
    'illegal_email_address',
    'flag_type_sortkey_invalid',
    'require_component',
  ],
  examples: [
    {
      title: 'Disable a flag type for new flags',
      code: "await admin.flagTypes.update({ names: ['review'], is_active: false })",
    },
  ],
  access: 'required',
  input: z.strictObject({ ...flagTypeRefs, ...values }),
  output: z.object({
    flagtypes: z
      .array(changedObject.extend({ name: z.string().meta({ description: 'Name of the flag type.' }) }))
      .meta({ description: 'Changes of each flag type.' }),
  }),
  async run(tx, { ids, names, ...wanted }, call) {
    requireSomeAdministrable(call, 'administer flag types')
    const found = requireTypes(call, { ids, names })
    const rescoped = found.map((type) => [type, nextScopes(call, type, wanted)] as const)
    for (const [type, scopes] of rescoped) requireEditableType(call, type, scopes)
    const plans = rescoped.map(([type, scopes]) => [type.id, planFlagTypeUpdate(call, type, wanted, scopes)] as const)
    for (const [type, scopes] of rescoped) await writeScopes(tx, type, scopes)
    const changed = await writePlans(tx, call, 'flag_types', plans)
    await reconcileFlags(tx, call, found)
    const nameOf = new Map(found.map((type) => [type.id, wanted.name ?? type.name]))
    return { flagtypes: changed.map((one) => ({ ...one, name: nameOf.get(one.id) ?? '' })) }
  },
})

function nextScopes(call: Call, type: FlagType, { inclusions, exclusions }: Values): Scope[] {
  const kept = (is_exclusion: boolean) => type.scopes.filter((scope) => scope.is_exclusion === is_exclusion)
  return [
    ...(inclusions ? scopesOf(call, inclusions, false) : kept(false)),
    ...(exclusions ? scopesOf(call, exclusions, true) : kept(true)),
  ]
}

function planFlagTypeUpdate(call: Call, type: FlagType, wanted: Values, scopes: readonly Scope[]): Plan<'flag_types'> {
  const plan = createPlan<'flag_types'>()
  plan.change('name', type.name, wanted.name, (name) => ({ name, name_folded: fold(name) }))
  plan.change('description', type.description, wanted.description, (description) => ({ description }))
  plan.change('cc_list', type.cc_list, wanted.cc_list, (cc_list) => ({ cc_list }))
  plan.change('sort_key', type.sort_key, wanted.sort_key ?? wanted.sortkey, (sort_key) => ({ sort_key }))
  const isRequesteeble = wanted.is_requesteeble ?? wanted.is_specifically_requestable
  plan.change('is_requesteeble', type.is_requesteeble, isRequesteeble, (is_requesteeble) => ({ is_requesteeble }))
  for (const flag of ['is_active', 'is_requestable', 'is_multiplicable'] as const)
    plan.change(flag, type[flag], wanted[flag], (after) => ({ [flag]: after }))
  for (const group of ['grant_group', 'request_group'] as const) {
    const name = wanted[group]
    const after = name === undefined || name === '' ? null : requireKnownGroup(call, name, group).id
    plan.change(group, type[`${group}_id`], name === undefined ? undefined : after, (id) => ({ [`${group}_id`]: id }))
  }
  for (const [list, is_exclusion] of [['inclusions', false] as const, ['exclusions', true] as const]) {
    const isChanged = scopesKeyOf(type.scopes, is_exclusion) !== scopesKeyOf(scopes, is_exclusion)
    plan.change(list, false, isChanged, () => ({}))
  }
  return plan
}

async function writeScopes(tx: Writer, type: FlagType, scopes: readonly Scope[]): Promise<void> {
  if (scopesKeyOf(type.scopes) === scopesKeyOf(scopes)) return
  await tx.delete('flag_type_scopes', { col: 'flag_type_id', eq: type.id })
  await tx.insert(
    'flag_type_scopes',
    scopes.map(({ is_exclusion, product_id, component_id }) => ({
      is_exclusion,
      product_id,
      component_id,
      flag_type_id: type.id,
    })),
  )
}

/** The same for the same scopes. */
function scopesKeyOf(scopes: readonly Scope[], is_exclusion?: boolean): string {
  return scopes
    .filter((scope) => is_exclusion === undefined || scope.is_exclusion === is_exclusion)
    .map((scope) => `${scope.is_exclusion} ${scope.product_id} ${scope.component_id}`)
    .toSorted()
    .join()
}
