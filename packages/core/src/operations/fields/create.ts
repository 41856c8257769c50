import { insertOne } from '../../schema/insert-one.js'
import { z } from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { fieldTypes } from '../../setup/field-types.js'
import { defineWrite } from '../../define/operation.js'
import { requireFreeName } from '../../define/refs.js'
import { customFieldName, customFieldValues, customType, displayName } from '../../domain/fields/inputs.js'
import { nextControl, uncontrolled } from '../../domain/fields/control.js'

/**
 * Creates a custom field, which all bugs then have.
 *
 * `name`: letters, digits and _; becomes lower case and starts with cf_. `display_name`: at most 255 characters. `type`: 1 text,
 * 2 one of its values, 3 several of its values, 4 large text, 5 date and time, 6 bug, 9 date, 10 integer. `sort_key`: 0 to 32767,
 * default 100 more than the highest. `is_mandatory`: bugs need a value. `is_on_bug_entry`: part of the form for new bugs.
 * `is_in_new_mail`: told in the mail about a new bug. `long_description`: at most 255 characters. `reverse_description`: what a
 * bug that is named calls the one that names it. `visibility_field`, `visibility_values`: the field is shown for these values of that
 * one. `value_field`: the field on which the values offered depend. A field of type 2 starts with the value '---'.
 *
 * @throws auth_failure (304) unless in admin, name_blank, name_too_long, param_invalid (53), name_in_use, object_not_specified
 *   (50) for a blank display name, text_too_long (104), sort_key_invalid, illegal_value for a type or a field that cannot be
 *   used, object_does_not_exist (51) for a field or value, param_required (50) for visibility_values
 * @example const { id } = await admin.fields.create({ name: 'cf_colour', display_name: 'Colour', type: 2 })
 */
export const createField = defineWrite({
  name: 'fields.create',
  summary: 'Create a custom field',
  access: 'required',
  right: { group: 'admin', action: 'create fields' },
  input: z.strictObject({ name: customFieldName, display_name: displayName, type: customType, ...customFieldValues }),
  output: z.object({ id: z.int(), name: z.string() }),
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
    if (type === fieldTypes.singleSelect) {
      const none = { name: '---', name_folded: '---', description: '', sort_key: 0, is_active: true }
      await tx.insert('legal_values', [{ ...none, field_id: id }])
    }
    await auditCreation(tx, call, 'Field', id, name)
    await bumpCatalogueVersion(tx)
    return { id, name }
  },
})
