import { z } from 'zod'
import { auditRemoval } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../define/operation.js'
import { requireSomeAdministrable } from '../../domain/products/find.js'
import { refs } from '../../define/refs.js'
import { requireEditableType, requireTypes } from '../../domain/flag-types/find.js'

/**
 * Removes flag types without flags, all of them or none. One that has flags can be made inactive. For members of editcomponents;
 * for types of some products only, also for who has this right in all of them.
 *
 * `ids`, `names`: which ones; a name means all types that share it.
 *
 * @throws auth_failure (304), params_required (50) when none is named, object_does_not_exist (51), flag_type_not_editable
 *   (1105) for types of others, still_in_use
 * @example await admin.flagTypes.delete({ names: ['review'] })
 */
export const deleteFlagTypes = defineWrite({
  name: 'flagTypes.delete',
  summary: 'Remove flag types without flags',
  access: 'required',
  input: z.strictObject(refs),
  output: z.object({ flagtypes: z.array(z.object({ id: z.int() })) }),
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
    for (const type of found) await auditRemoval(tx, call, 'FlagType', type.id, type.name)
    await bumpCatalogueVersion(tx)
    return { flagtypes: ids.map((id) => ({ id })) }
  },
})
