import * as z from 'zod'
import { auditRemoval } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireSomeAdministrable } from '../../domain/products/find.js'
import { flagTypeRefs } from '../../domain/flag-types/inputs.js'
import { requireEditableType, requireTypes } from '../../domain/flag-types/find.js'
import { namedObject } from '../../call/define/outputs.js'

export const deleteFlagTypes = defineWrite({
  name: 'flagTypes.delete',
  summary: 'Delete flag types without flags',
  description:
    'Deletes flag types without flags, all of them or none. A type with flags can be made inactive ' +
    'instead. For members of editcomponents; for types restricted to products, also for users who have ' +
    'this right in all of them.\n\n' +
    'Fails with `params_required` without names or ids; `flag_type_not_editable` for types that the ' +
    'caller does not administer.',
  errors: ['auth_failure', 'params_required', 'object_does_not_exist', 'flag_type_not_editable', 'still_in_use'],
  examples: [{ title: 'Remove a flag type by its name', code: "await admin.flagTypes.delete({ names: ['review'] })" }],
  access: 'required',
  input: z.strictObject(flagTypeRefs),
  output: z.object({ flagtypes: z.array(namedObject).meta({ description: 'Deleted flag types.' }) }),
  async run(tx, input, call) {
    requireSomeAdministrable(call, 'administer flag types')
    const found = requireTypes(call, input)
    for (const type of found) requireEditableType(call, type)
    const ids = found.map((type) => type.id)
    const [flag] = await tx.select({ from: 'flags', where: { col: 'type_id', in: ids }, limit: 1 })
    if (flag) {
      const value = call.catalogue.flagTypes.get(flag.type_id)?.name
      throw new TrackerError('still_in_use', { kind: 'flag type', field: 'ids', value, by: 'flags' })
    }
    await tx.delete('flag_type_scopes', { col: 'flag_type_id', in: ids })
    await tx.delete('flag_types', { col: 'id', in: ids })
    for (const type of found) await auditRemoval(tx, call, 'flag_types', type.id, type.name)
    await bumpCatalogueVersion(tx)
    return { flagtypes: ids.map((id) => ({ id })) }
  },
})
