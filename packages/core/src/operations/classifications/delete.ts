import * as z from 'zod'
import { auditRemoval } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { requireNotControlling } from '../../domain/fields/controls.js'
import { defineWrite } from '../../call/define/operation.js'
import { refsOf, requireAll } from '../../call/define/refs.js'
import { unclassifiedId } from '../../domain/classifications/inputs.js'
import { moveProducts } from '../../domain/classifications/move.js'
import { namedObject } from '../../call/define/outputs.js'

export const deleteClassifications = defineWrite({
  name: 'classifications.delete',
  summary: 'Delete classifications',
  description:
    'Deletes classifications, all of them or none. Their products become unclassified. The default ' +
    'classification cannot be deleted.\n\n' +
    'Fails with `auth_failure` without editclassifications; `params_required` without names or ids.',
  errors: ['auth_failure', 'params_required', 'object_does_not_exist', 'still_in_use'],
  examples: [
    {
      title: 'Delete a classification by name',
      code: "await admin.classifications.delete({ names: ['Hardware'] })",
    },
  ],
  access: 'required',
  right: { group: 'editclassifications', action: 'delete classifications' },
  input: z.strictObject(refsOf('classifications')),
  output: z.object({ classifications: z.array(namedObject).meta({ description: 'Deleted classifications.' }) }),
  async run(tx, input, call) {
    const { classifications, products } = call.catalogue
    const found = requireAll(classifications, 'classification', input)
    const standard = classifications.get(unclassifiedId)
    for (const one of found) {
      const about = { kind: 'classification', field: 'names', value: one.name }
      if (!standard || one === standard)
        throw new TrackerError('still_in_use', { ...about, by: 'products without another classification' })
      requireNotControlling(call.catalogue, 'classification', one)
      const members = [...products].filter((product) => product.classification_id === one.id)
      await moveProducts(tx, call, standard, members)
    }
    const ids = found.map((one) => one.id)
    await tx.delete('classifications', { col: 'id', in: ids })
    for (const one of found) await auditRemoval(tx, call, 'classifications', one.id, one.name)
    await bumpCatalogueVersion(tx)
    return { classifications: ids.map((id) => ({ id })) }
  },
})
