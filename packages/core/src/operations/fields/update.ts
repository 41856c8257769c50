import * as z from 'zod'
import { changedObject, createPlan, writePlans, type Plan } from '../../domain/audit/plan.js'
import type { Field } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { refsOf } from '../../call/define/refs.js'
import type { Writer } from '../../schema/index.js'
import { requireCustomFields } from '../../domain/fields/find.js'
import { customFieldValues, displayName } from '../../domain/fields/inputs.js'
import { nextControl, type FieldControl } from '../../domain/fields/control.js'
import { valuesOf } from '../../domain/fields/values-of.js'

const values = {
  display_name: displayName.optional().meta({ description: 'Display name, at most 255 characters.' }),
  is_obsolete: z.boolean().optional().meta({ description: 'The field is not in use. Bugs keep its values.' }),
  ...customFieldValues,
}

type Values = z.output<z.ZodObject<typeof values>>

export const updateFields = defineWrite({
  name: 'fields.update',
  summary: 'Update custom fields',
  description:
    'Updates custom fields, all of them or none. Name and type cannot be changed.\n\n' +
    'The other inputs are those of `fields.create`; a null or empty `visibility_field` or `value_field` ' +
    'removes it.\n\n' +
    'Fails with `auth_failure` unless in admin; `params_required` without names or ids; ' +
    '`object_does_not_exist` for a field or value; `illegal_value` for a field that is not custom, or ' +
    'that cannot be used; `field_control_circle` for one that the field itself controls; `object_not_specified` for an ' +
    'empty display name; `param_required` for visibility_values.',
  errors: [
    'auth_failure',
    'params_required',
    'object_does_not_exist',
    'illegal_value',
    'object_not_specified',
    'text_too_long',
    'sort_key_invalid',
    'param_required',
    'field_control_circle',
  ],
  examples: [
    { title: 'A field is out of use', code: "await admin.fields.update({ names: ['cf_colour'], is_obsolete: true })" },
  ],
  access: 'required',
  right: { group: 'admin', action: 'change fields' },
  input: z.strictObject({ ...refsOf('fields'), ...values }),
  output: z.object({ fields: z.array(changedObject).meta({ description: 'Changes of each field.' }) }),
  async run(tx, { ids, names, ...wanted }, call) {
    const controlled = requireCustomFields(call.catalogue, { ids, names }).map(
      (field) => [field, nextControl(call, field, field, wanted)] as const,
    )
    for (const [field, after] of controlled) await writeFieldControl(tx, field, after)
    const plans = controlled.map(([field, after]) => [field.id, planFieldUpdate(call, field, wanted, after)] as const)
    return { fields: await writePlans(tx, call, 'fields', plans) }
  },
})

function planFieldUpdate(call: Call, field: Field, wanted: Values, after: FieldControl): Plan<'fields'> {
  const plan = createPlan<'fields'>()
  plan.change('display_name', field.display_name, wanted.display_name, (display_name) => ({ display_name }))
  plan.change('sort_key', field.sort_key, wanted.sort_key, (sort_key) => ({ sort_key }))
  for (const flag of ['is_mandatory', 'is_on_bug_entry', 'is_in_new_mail', 'is_obsolete'] as const)
    plan.change(flag, field[flag], wanted[flag], (value) => ({ [flag]: value }))
  plan.change('long_description', field.long_description, wanted.long_description, (long_description) => ({
    long_description,
  }))
  plan.change('reverse_description', field.reverse_description, wanted.reverse_description, (reverse_description) => ({
    reverse_description,
  }))
  const { fields } = call.catalogue
  const nameOf = (id: number | null) => fields.get(id ?? 0)?.name ?? ''
  for (const kind of ['visibility_field', 'value_field'] as const) {
    const key = `${kind}_id` as const
    plan.change(kind, nameOf(field[key]), nameOf(after[key]), () => ({ [key]: after[key] }))
  }
  plan.change('visibility_values', valueNames(call, field), valueNames(call, after), () => ({}))
  return plan
}

function valueNames(call: Call, { visibility_field_id, visibility_value_ids }: FieldControl): string {
  const controller = call.catalogue.fields.get(visibility_field_id ?? 0)
  const values = controller ? valuesOf(call, controller) : []
  return values.flatMap((value) => (visibility_value_ids.includes(value.id) ? [value.name] : [])).join(', ')
}

/** Controlling values are meaningless under another controlling field. */
async function writeFieldControl(tx: Writer, field: Field, after: FieldControl): Promise<void> {
  await tx.delete('field_visibility_values', { col: 'field_id', eq: field.id })
  await tx.insert(
    'field_visibility_values',
    after.visibility_value_ids.map((value_id) => ({ field_id: field.id, value_id })),
  )
  if (after.value_field_id !== field.value_field_id)
    await tx.update('legal_values', { col: 'field_id', eq: field.id }, { controlling_value_id: null })
}
