import * as z from 'zod'
import { auditRemoval } from '../../domain/audit/write.js'
import { bumpCatalogueVersion, type Field } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../call/define/operation.js'
import { refsOf } from '../../call/define/refs.js'
import type { Reader } from '../../schema/index.js'
import { requireCustomFields } from '../../domain/fields/find.js'
import { namedObject } from '../../call/define/outputs.js'

export const deleteFields = defineWrite({
  name: 'fields.delete',
  summary: 'Delete custom fields that were never used',
  description:
    'Deletes obsolete custom fields with their values, all of them or none, if no bug has or ever had a ' +
    'value.\n\n' +
    'Fails with `auth_failure` unless in admin; `params_required` without names or ids; `illegal_value` ' +
    'for a field that is not custom.',
  errors: ['auth_failure', 'params_required', 'object_does_not_exist', 'illegal_value', 'still_in_use'],
  examples: [{ title: 'Remove a field by its name', code: "await admin.fields.delete({ names: ['cf_colour'] })" }],
  access: 'required',
  right: { group: 'admin', action: 'delete fields' },
  input: z.strictObject(refsOf('fields')),
  output: z.object({ fields: z.array(namedObject).meta({ description: 'Deleted fields.' }) }),
  async run(tx, input, call) {
    const found = requireCustomFields(call.catalogue, input)
    for (const field of found) await requireUnused(tx, call, field)
    const ids = found.map((field) => field.id)
    await tx.delete('field_visibility_values', { col: 'field_id', in: ids })
    await tx.delete('legal_values', { col: 'field_id', in: ids })
    await tx.delete('fields', { col: 'id', in: ids })
    for (const field of found) await auditRemoval(tx, call, 'fields', field.id, field.name)
    await bumpCatalogueVersion(tx)
    return { fields: ids.map((id) => ({ id })) }
  },
})

async function requireUnused(tx: Reader, { catalogue }: Call, field: Field): Promise<void> {
  const inUse = (by: string) =>
    new TrackerError('still_in_use', { kind: 'field', field: 'names', value: field.name, by })
  if (!field.is_obsolete) throw inUse('bugs; make it obsolete first')
  if ((await tx.count('custom_values', { col: 'field_id', eq: field.id })) > 0) throw inUse('bugs')
  if ((await tx.count('bug_history', { col: 'field', eq: field.name })) > 0) throw inUse('the history of bugs')
  const dependent = [...catalogue.fields].find(
    (other) => other.visibility_field_id === field.id || other.value_field_id === field.id,
  )
  if (dependent) throw inUse(`the field ${dependent.name}`)
}
