import { insertOne } from '../../schema/insert-one.js'
import * as z from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { addEmptyChoice } from '../../domain/fields/empty-choice.js'
import { fieldTypes } from '../../setup/field-types.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireFreeName } from '../../call/define/refs.js'
import { customFieldName, customFieldValues, customType, displayName } from '../../domain/fields/inputs.js'
import { nextControl, uncontrolled } from '../../domain/fields/control.js'

export const createField = defineWrite({
  name: 'fields.create',
  summary: 'Create a custom field',
  description:
    'Creates a custom field for all bugs.\n\n' +
    "A field of type 2 initially has the value '---'.\n\n" +
    'Fails with `auth_failure` unless in admin; `object_not_specified` for an empty display name; ' +
    '`illegal_value` for a type or a field that cannot be used; `object_does_not_exist` for a field or ' +
    'value; `param_required` for visibility_values.',
  errors: [
    'auth_failure',
    'name_blank',
    'name_too_long',
    'param_invalid',
    'name_in_use',
    'object_not_specified',
    'text_too_long',
    'sort_key_invalid',
    'illegal_value',
    'object_does_not_exist',
    'param_required',
  ],
  examples: [
    {
      title: 'Create a select field',
      code: "const { id } = await admin.fields.create({ name: 'cf_colour', display_name: 'Colour', type: 2 })",
    },
  ],
  access: 'required',
  right: { group: 'admin', action: 'create fields' },
  input: z.strictObject({
    name: customFieldName.meta({ description: 'Letters, digits and `_`. Converted to lowercase; begins with `cf_`.' }),
    display_name: displayName.meta({ description: 'At most 255 characters.' }),
    type: customType.meta({
      description:
        'Type: 1 text, 2 single select, 3 multiple select, 4 large text, 5 date and time, 6 bug, 9 date, 10 ' +
        'integer.',
    }),
    ...customFieldValues,
  }),
  output: z.object({
    id: z.int().meta({ description: 'ID of the field.' }),
    name: z.string().meta({ description: 'Name of the field, which begins with `cf_`.' }),
  }),
  async run(tx, field, call) {
    const { fields } = call.catalogue
    const { name, type } = field
    requireFreeName(fields, 'field', name)
    const { visibility_value_ids, ...controllers } = nextControl(call, field, uncontrolled, field)
    const id = await insertOne(tx, 'fields', {
      name,
      display_name: field.display_name,
      type,
      sort_key: field.sort_key ?? Math.max(...[...fields].map((one) => one.sort_key)) + 100,
      is_custom: true,
      is_mandatory: field.is_mandatory ?? false,
      is_on_bug_entry: field.is_on_bug_entry ?? false,
      is_obsolete: false,
      is_in_new_mail: field.is_in_new_mail ?? false,
      long_description: field.long_description ?? '',
      reverse_description: field.reverse_description ?? null,
      ...controllers,
    })
    await tx.insert(
      'field_visibility_values',
      visibility_value_ids.map((value_id) => ({ field_id: id, value_id })),
    )
    if (type === fieldTypes.singleSelect) await addEmptyChoice(tx, id)
    await auditCreation(tx, call, 'fields', id, name)
    await bumpCatalogueVersion(tx)
    return { id, name }
  },
})
