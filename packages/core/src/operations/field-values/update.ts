import * as z from 'zod'
import { changedObject, createPlan, writePlans, type Plan } from '../../domain/audit/plan.js'
import type { Field, LegalValue } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { apiNameOf } from '../../domain/bugs/fields/names.js'
import { renameOutcome } from '../../domain/code-hooks/values.js'
import { valuesOf } from '../../domain/fields/values-of.js'
import { renameChoice } from '../../domain/forms/rename-choice.js'
import { list, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { writeParameters } from '../../domain/parameters/write.js'
import type { Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { legalValueInput, valueName } from '../../domain/field-values/inputs.js'
import {
  controllingId,
  parametersNaming,
  requireDispensable,
  requireFreeValueName,
  requireRenamable,
  requireValueField,
  requireValues,
} from '../../domain/field-values/rules.js'

const values = {
  name: valueName.optional().meta({
    description:
      'New name, for a single value only. Bugs, parameters, code hooks and forms that use it are updated. Values that ' +
      'the tracker uses itself cannot be renamed (UNCONFIRMED, the status of duplicates, FIXED, DUPLICATE, the ' +
      'empty choices).',
  }),
  ...legalValueInput,
}

type Values = z.output<z.ZodObject<typeof values>>

export const updateFieldValues = defineWrite({
  name: 'fieldValues.update',
  summary: 'Update values of a field',
  description:
    'Updates values of a field, all of them or none.\n\n' +
    'The other inputs are those of `fieldValues.create`.\n\n' +
    'Fails with `auth_failure` unless in admin; `params_required` without names or ids; `param_invalid` ' +
    'for a name with several values.',
  errors: [
    'auth_failure',
    'invalid_field_name',
    'params_required',
    'object_does_not_exist',
    'param_invalid',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'still_in_use',
    'illegal_value',
    'sort_key_invalid',
  ],
  examples: [
    {
      title: 'Retire a priority',
      code: "await admin.fieldValues.update({ field: 'priority', names: ['Lowest'], is_active: false })",
    },
  ],
  access: 'required',
  right: { group: 'admin', action: 'change field values' },
  input: z.strictObject({
    field: word.meta({ description: 'Field, by its name in bugs, such as `priority`, or its internal name.' }),
    names: list(word).default([]).meta({ description: 'Names of the values.' }),
    ...values,
  }),
  output: z.object({ values: z.array(changedObject).meta({ description: 'Changes of each value.' }) }),
  async run(tx, { field: fieldName, names, ...wanted }, call) {
    const field = requireValueField(call, fieldName)
    const found = requireValues(field, names)
    if (wanted.is_active === false)
      requireDispensable(
        call,
        field,
        found.filter((value) => value.is_active),
      )
    for (const value of found) requireNameable(call, field, value, wanted.name)
    if (wanted.name !== undefined) await renameUses(tx, call, field, found, wanted.name)
    const plans = found.map((value) => [value.id, planLegalValueUpdate(call, field, value, wanted)] as const)
    return { values: await writePlans(tx, call, 'legal_values', plans) }
  },
})

function requireNameable(call: Call, field: Field, value: LegalValue, name: string | undefined): void {
  if (name === undefined || name === value.name) return
  requireRenamable(call, field, value)
  requireFreeValueName(field, name, value)
}

async function renameUses(
  tx: Writer,
  call: Call,
  field: Field,
  [value, another]: readonly LegalValue[],
  name: string,
): Promise<void> {
  if (another)
    throw new TrackerError('param_invalid', { field: 'name', value: name, problem: 'only one value can be renamed' })
  if (!value) return
  const parameters = parametersNaming(call, field, value)
  await writeParameters(tx, call, Object.fromEntries(parameters.map((parameter) => [parameter, name])))
  await renameOutcome(tx, call, field, value, name)
  await renameChoice(tx, call, { fields: [apiNameOf(field.name)], before: value.name, after: name })
}

function planLegalValueUpdate(call: Call, field: Field, value: LegalValue, wanted: Values): Plan<'legal_values'> {
  const plan = createPlan<'legal_values'>()
  plan.change('name', value.name, wanted.name, (name) => ({ name, name_folded: fold(name) }))
  plan.change('sort_key', value.sort_key, wanted.sort_key, (sort_key) => ({ sort_key }))
  plan.change('is_active', value.is_active, wanted.is_active, (is_active) => ({ is_active }))
  const after = controllingId(call, field, wanted.visibility_values)
  if (after !== undefined) {
    const controller = call.catalogue.fields.get(field.value_field_id ?? 0)
    const controllers = controller ? valuesOf(call, controller) : []
    const nameOf = (id: number | null) => controllers.find((one) => one.id === id)?.name ?? ''
    plan.change('visibility_values', nameOf(value.controlling_value_id), nameOf(after), () => ({
      controlling_value_id: after,
    }))
  }
  return plan
}
