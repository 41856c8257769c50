import { insertOne } from '../../schema/insert-one.js'
import { z } from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../define/operation.js'
import { fold } from '../../store/index.js'
import { word } from '../../define/inputs.js'
import { legalValueInput, valueName } from '../../domain/legal-values/inputs.js'
import { controllingId, requireFreeValueName, requireValueField } from '../../domain/legal-values/rules.js'

/**
 * Creates a legal value of a select field that has the same values in every product.
 *
 * `field`: by its name in bugs ('priority') or its internal name. `name`: 1 to 64 characters, unique in the field without regard to
 * case. `sort_key`: 0 to 32767, default 100 more than the highest. `is_active`: can be chosen. `visibility_values`: the value of
 * the field's value_field that it is offered with, at most one. `is_open`: of a status, and needed there: whether bugs with it are
 * open; it never changes. Which status it follows and what follows it is said by workflow.update.
 *
 * @throws auth_failure (304) unless in admin, invalid_field_name (108), name_blank, name_too_long, name_in_use, illegal_value,
 *   sort_key_invalid, param_required (50) for is_open, object_does_not_exist (51) for a visibility value
 * @example const { id } = await admin.legalValues.create({ field: 'priority', name: 'Urgent', sort_key: 50 })
 */
export const createLegalValue = defineWrite({
  name: 'legalValues.create',
  summary: 'Create a legal value of a field',
  access: 'required',
  right: { group: 'admin', action: 'create legal values' },
  input: z.strictObject({ field: word, name: valueName, is_open: z.boolean().optional(), ...legalValueInput }),
  output: z.object({ id: z.int() }),
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
    await auditCreation(tx, call, 'LegalValue', id, `${field.name}: ${value.name}`)
    await bumpCatalogueVersion(tx)
    return { id }
  },
})
