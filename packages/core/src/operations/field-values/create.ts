import * as z from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { insertOne } from '../../schema/insert-one.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../call/define/operation.js'
import { fold } from '../../store/index.js'
import { word } from '../../call/define/inputs.js'
import { legalValueInput, valueName } from '../../domain/field-values/inputs.js'
import { controllingId, requireFreeValueName, requireValueField } from '../../domain/field-values/rules.js'
import { createdObject } from '../../call/define/outputs.js'

export const createFieldValue = defineWrite({
  name: 'fieldValues.create',
  summary: 'Create a value of a select field',
  description:
    'Creates a value of a select field that has the same values in every product.\n\n' +
    'Set the transitions of a new status with workflow.update.\n\n' +
    'Fails with `auth_failure` unless in admin; `param_required` for is_open; `object_does_not_exist` for a ' +
    'visibility value.',
  errors: [
    'auth_failure',
    'invalid_field_name',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'illegal_value',
    'sort_key_invalid',
    'param_required',
    'object_does_not_exist',
  ],
  examples: [
    {
      title: 'Add a priority',
      code: "const { id } = await admin.fieldValues.create({ field: 'priority', name: 'Urgent', sort_key: 50 })",
    },
  ],
  access: 'required',
  right: { group: 'admin', action: 'create field values' },
  input: z.strictObject({
    field: word.meta({ description: 'Field, by its name in bugs, such as `priority`, or its internal name.' }),
    name: valueName.meta({ description: 'Name, 1 to 64 characters; unique in the field, ignoring case.' }),
    is_open: z
      .boolean()
      .optional()
      .meta({ description: 'Whether bugs with this status are open. Required for statuses; cannot be changed later.' }),
    ...legalValueInput,
  }),
  output: createdObject,
  async run(tx, value, call) {
    const field = requireValueField(call, value.field)
    requireFreeValueName(field, value.name)
    const isStatus = field.name === 'bug_status'
    if (isStatus && value.is_open === undefined) throw new TrackerError('param_required', { field: 'is_open' })
    if (!isStatus && value.is_open !== undefined)
      throw new TrackerError('illegal_value', { field: 'is_open', value: value.is_open, accepted: 'statuses only' })
    const id = await insertOne(tx, 'legal_values', {
      field_id: field.id,
      name: value.name,
      name_folded: fold(value.name),
      description: '',
      sort_key: value.sort_key ?? Math.max(0, ...field.values.map((one) => one.sort_key)) + 100,
      is_active: value.is_active ?? true,
      is_open: value.is_open ?? null,
      controlling_value_id: controllingId(call, field, value.visibility_values) ?? null,
    })
    await auditCreation(tx, call, 'legal_values', id, `${field.name}: ${value.name}`)
    await bumpCatalogueVersion(tx)
    return { id }
  },
})
