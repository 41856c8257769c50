import * as z from 'zod'
import { word, list } from '../../call/define/inputs.js'
import { auditRemoval } from '../../domain/audit/write.js'
import { hooksWithOutcome } from '../../domain/code-hooks/values.js'
import { bumpCatalogueVersion, type Field, type LegalValue } from '../../setup/catalogue.js'
import { apiNameOf } from '../../domain/bugs/fields/names.js'
import { requireNotControlling } from '../../domain/fields/controls.js'
import { defineWrite } from '../../call/define/operation.js'
import type { Reader, Where } from '../../schema/index.js'
import {
  inUse,
  requireDispensable,
  requireRenamable,
  requireValueField,
  requireValues,
} from '../../domain/field-values/rules.js'
import { namedObject } from '../../call/define/outputs.js'

export const deleteFieldValues = defineWrite({
  name: 'fieldValues.delete',
  summary: 'Delete values of a field',
  description:
    'Deletes values that no bug has, all of them or none. Values that the tracker uses itself, default ' +
    'values, values on which another field depends and values that code hooks set cannot be deleted. The ' +
    'transitions of a status are deleted with it.\n\n' +
    'Fails with `auth_failure` unless in admin; `params_required` without names or ids.',
  errors: ['auth_failure', 'invalid_field_name', 'params_required', 'object_does_not_exist', 'still_in_use'],
  examples: [
    { title: 'Remove a priority', code: "await admin.fieldValues.delete({ field: 'priority', names: ['Lowest'] })" },
  ],
  access: 'required',
  right: { group: 'admin', action: 'delete field values' },
  input: z.strictObject({
    field: word.meta({ description: 'Field, by its name in bugs, such as `priority`, or its internal name.' }),
    names: list(word).default([]).meta({ description: 'Names of the values.' }),
  }),
  output: z.object({ values: z.array(namedObject).meta({ description: 'Deleted values.' }) }),
  async run(tx, { field: fieldName, names }, call) {
    const field = requireValueField(call, fieldName)
    const found = requireValues(field, names)
    requireDispensable(call, field, found)
    for (const value of found) {
      requireRenamable(call, field, value)
      requireNotControlling(call.catalogue, field.name, value)
      if (await hasBugs(tx, field, value)) throw inUse(field, value, 'bugs')
      if ((await hooksWithOutcome(tx, field, value)).length > 0) throw inUse(field, value, 'code hooks')
    }
    const ids = found.map((value) => value.id)
    await tx.delete('status_workflow', {
      or: [
        { col: 'from_status_id', in: ids },
        { col: 'to_status_id', in: ids },
      ],
    })
    await tx.delete('legal_values', { col: 'id', in: ids })
    for (const value of found) await auditRemoval(tx, call, 'legal_values', value.id, `${field.name}: ${value.name}`)
    await bumpCatalogueVersion(tx)
    return { values: ids.map((id) => ({ id })) }
  },
})

async function hasBugs(tx: Reader, field: Field, { id }: LegalValue): Promise<boolean> {
  if (field.is_custom) return (await tx.count('custom_values', { col: 'value_id', eq: id })) > 0
  // Not by the counts that the store keeps: a bug without its status could not be read.
  const where = { col: `${apiNameOf(field.name)}_id`, eq: id } as Where<'bugs'>
  return (await tx.select({ from: 'bugs', where, limit: 1, columns: ['id'] })).length > 0
}
