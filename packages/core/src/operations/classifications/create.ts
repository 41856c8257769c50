import { insertOne } from '../../schema/insert-one.js'
import { z } from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { defineWrite } from '../../define/operation.js'
import { description, positiveSortKey } from '../../domain/products/inputs.js'
import { requireFreeName } from '../../define/refs.js'
import { fold } from '../../store/index.js'
import { classificationName } from '../../domain/classifications/inputs.js'

/**
 * Creates a classification, which holds products. They are put in it when they are made, or by classifications.update.
 *
 * `name`: 1 to 64 characters, unique without regard to case. `description`: simple HTML, kept as it is. `sort_key`: 0 to 32767.
 *
 * @throws auth_failure (304) without editclassifications, name_blank, name_too_long, name_in_use, text_too_long (104),
 *   sort_key_invalid
 * @example const { id } = await admin.classifications.create({ name: 'Hardware' })
 */
export const createClassification = defineWrite({
  name: 'classifications.create',
  summary: 'Create a classification',
  access: 'required',
  right: { group: 'editclassifications', action: 'create classifications' },
  input: z.strictObject({
    name: classificationName,
    description: description.default(''),
    sort_key: positiveSortKey.default(0),
  }),
  output: z.object({ id: z.int() }),
  async run(tx, classification, call) {
    const { name } = classification
    requireFreeName(call.catalogue.classifications, 'classification', name)
    const id = await insertOne(tx, 'classifications', { ...classification, name_folded: fold(name) })
    await auditCreation(tx, call, 'Classification', id, name)
    await bumpCatalogueVersion(tx)
    return { id }
  },
})
