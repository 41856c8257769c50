import * as z from 'zod'
import { audit } from '../../domain/audit/write.js'
import type { Group, GroupControl, Product } from '../../setup/catalogue.js'
import { bumpProducts } from '../../setup/product-changes.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { idOrName } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireAdministrableProducts } from '../../domain/products/find.js'
import type { Where, Writer } from '../../schema/index.js'
import { addBugsToGroup, removeBugsFromGroup } from '../../domain/group-controls/bugs.js'
import { requireKnownGroup } from '../../domain/group-controls/find-group.js'
import { requireMayLoosen } from '../../domain/group-controls/rights.js'
import { controlsOfOthers, controlValue, productRefs, type ControlValue } from '../../domain/group-controls/view.js'
import { changesView } from '../../domain/audit/plan.js'

const values = {
  entry: z.boolean().optional().meta({ description: 'Only members can file bugs.' }),
  member_control: controlValue.optional().meta({
    description:
      'Whether new bugs of members or of other users are in the group: `na` (never), `shown` (optional), ' +
      '`default` (selected by default), `mandatory` (always).',
  }),
  other_control: controlValue.optional().meta({
    description:
      'Whether new bugs of members or of other users are in the group: `na` (never), `shown` (optional), ' +
      '`default` (selected by default), `mandatory` (always).',
  }),
  canedit: z.boolean().optional().meta({ description: 'Only members can edit bugs.' }),
  editcomponents: z.boolean().optional().meta({ description: 'Permission of members within the product.' }),
  editbugs: z.boolean().optional().meta({ description: 'Permission of members within the product.' }),
  canconfirm: z.boolean().optional().meta({ description: 'Permission of members within the product.' }),
}

type Control = Omit<GroupControl, 'product_id' | 'group_id'>
type Changes = Record<string, { removed: string; added: string }>

const none: Control = {
  entry: false,
  member_control: 'na',
  other_control: 'na',
  canedit: false,
  editcomponents: false,
  editbugs: false,
  canconfirm: false,
}

export const updateGroupControls = defineWrite({
  name: 'groupControls.update',
  summary: 'Set how a group applies to products',
  description:
    'Sets how one group applies to products, all of them or none. For members of editcomponents, and of groups ' +
    'that have this right within the product.\n\n' +
    "Allowed for non-members: with 'na' only 'na', with 'shown' all, with 'default' all but 'shown', with " +
    "'mandatory' only 'mandatory'. Omitted controls stay.\n\n" +
    'If the group becomes mandatory, all bugs of the product are added to it; if it no longer applies, all are ' +
    'removed from it. A caller who is neither in the group nor an administrator can only make it stricter: na, ' +
    'shown, default, mandatory.\n\n' +
    'Fails with `params_required` without a product; `object_does_not_exist` for a product or group; ' +
    '`illegal_value` for a group that cannot apply and for an invalid combination of controls.',
  errors: ['params_required', 'object_does_not_exist', 'product_admin_denied', 'auth_failure', 'illegal_value'],
  examples: [
    {
      title: 'Let members add bugs of a product to a group',
      code: "await admin.groupControls.update({ names: ['Widgets'], group: 'secret', member_control: 'shown', other_control: 'na' })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    ...productRefs,
    group: idOrName.meta({
      description: 'Name or ID of the group. It must be a group for bugs; if it is new to the product, an active one.',
    }),
    ...values,
  }),
  output: z.object({
    group_controls: z
      .array(
        z.object({
          product_id: z.int().meta({ description: 'ID of the product.' }),
          group_id: z.int().meta({ description: 'ID of the group.' }),
          changes: changesView.meta({ description: 'Changes by field name. Booleans are `1` and `0`.' }),
        }),
      )
      .meta({ description: 'Changes of each product.' }),
  }),
  async run(tx, { ids, names, group: groupRef, ...wanted }, call) {
    const products = requireAdministrableProducts(call, { ids, names })
    if (products.length === 0) throw new TrackerError('params_required', { fields: ['ids', 'names'] })
    const group = requireKnownGroup(call, groupRef, 'group')
    const plans = products.map((product) => {
      const before = product.controls.get(group.id) ?? none
      const after = Object.fromEntries(
        Object.keys(none).map((key) => [key, wanted[key as keyof Control] ?? before[key as keyof Control]]),
      ) as Control
      requireApplicable(product, group, after)
      requireMayLoosen(call, group, before, after)
      return { product, before, after, changes: changesBetween(before, after) }
    })
    for (const plan of plans) await writeControl(tx, call, group, plan)
    const changed = plans.filter(({ changes }) => Object.keys(changes).length > 0)
    if (changed.length > 0)
      await bumpProducts(
        tx,
        changed.map(({ product }) => product.id),
      )
    return {
      group_controls: plans.map(({ product, changes }) => ({ product_id: product.id, group_id: group.id, changes })),
    }
  },
})

function requireApplicable(product: Product, group: Group, { member_control, other_control }: Control): void {
  const isKnown = product.controls.has(group.id)
  if (!group.is_bug_group || (!group.is_active && !isKnown)) {
    throw new TrackerError('illegal_value', {
      field: 'group',
      value: group.name,
      accepted: 'an active group for bugs',
    })
  }
  const accepted: readonly string[] = controlsOfOthers[member_control as ControlValue]
  if (!accepted.includes(other_control))
    throw new TrackerError('illegal_value', { field: 'other_control', value: other_control, accepted })
}

function changesBetween(before: Control, after: Control): Changes {
  const text = (value: boolean | string) => (typeof value === 'string' ? value : value ? '1' : '0')
  const fields = (Object.keys(none) as (keyof Control)[]).filter((field) => before[field] !== after[field])
  return Object.fromEntries(fields.map((field) => [field, { removed: text(before[field]), added: text(after[field]) }]))
}

interface Plan {
  readonly product: Product
  readonly before: Control
  readonly after: Control
  readonly changes: Changes
}

async function writeControl(
  tx: Writer,
  call: Call,
  group: Group,
  { product, before, after, changes }: Plan,
): Promise<void> {
  const fields = Object.entries(changes)
  if (fields.length === 0) return
  const where: Where<'group_controls'> = {
    and: [
      { col: 'product_id', eq: product.id },
      { col: 'group_id', eq: group.id },
    ],
  }
  await tx.delete('group_controls', where)
  if (Object.keys(changesBetween(none, after)).length > 0)
    await tx.insert('group_controls', [{ ...after, product_id: product.id, group_id: group.id }])
  const audited = fields.map(([field, change]) => ({ field: `${group.name}.${field}`, ...change }))
  await audit(tx, call, 'group_controls', product.id, audited)
  if (before.member_control === after.member_control) return
  if (after.member_control === 'mandatory' && group.is_active) await addBugsToGroup(tx, call, product, group)
  if (after.member_control === 'na') await removeBugsFromGroup(tx, call, product, group)
}
