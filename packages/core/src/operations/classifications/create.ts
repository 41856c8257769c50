import { insertOne } from '../../schema/insert-one.js'
import * as z from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { defineWrite } from '../../call/define/operation.js'
import { description, positiveSortKey } from '../../domain/products/inputs.js'
import { requireFreeName } from '../../call/define/refs.js'
import { fold } from '../../store/index.js'
import { classificationName } from '../../domain/classifications/inputs.js'
import { createdObject } from '../../call/define/outputs.js'

export const createClassification = defineWrite({
  name: 'classifications.create',
  summary: 'Create a classification',
  description:
    'Creates a classification, a group of products. Products are added when they are created, or with ' +
    '`classifications.update`.\n\n' +
    'Fails with `auth_failure` without editclassifications.',
  errors: ['auth_failure', 'name_blank', 'name_too_long', 'name_in_use', 'text_too_long', 'sort_key_invalid'],
  examples: [
    {
      title: 'Create a classification for hardware',
      code: "const { id } = await admin.classifications.create({ name: 'Hardware' })",
    },
  ],
  access: 'required',
  right: { group: 'editclassifications', action: 'create classifications' },
  input: z.strictObject({
    name: classificationName.meta({ description: 'Name, 1 to 64 characters; unique, ignoring case.' }),
    description: description.default('').meta({ description: 'Description in simple HTML, stored unchanged.' }),
    sort_key: positiveSortKey.default(0).meta({ description: 'Sort position, 0 to 32767.' }),
  }),
  output: createdObject,
  async run(tx, classification, call) {
    const { name } = classification
    requireFreeName(call.catalogue.classifications, 'classification', name)
    const id = await insertOne(tx, 'classifications', { ...classification, name_folded: fold(name) })
    await auditCreation(tx, call, 'classifications', id, name)
    await bumpCatalogueVersion(tx)
    return { id }
  },
})
