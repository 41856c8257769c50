import { insertOne } from '../../schema/insert-one.js'
import * as z from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireFreeName } from '../../call/define/refs.js'
import { fold } from '../../store/index.js'
import { keywordDescription, keywordName } from '../../domain/keywords/keyword.js'
import { createdObject } from '../../call/define/outputs.js'

export const createKeyword = defineWrite({
  name: 'keywords.create',
  summary: 'Create a keyword',
  description:
    'Creates a keyword.\n\n' +
    'Fails with `auth_failure` without editkeywords; `param_invalid` for a space or comma; ' +
    '`object_not_specified` for an empty description.',
  errors: ['auth_failure', 'name_blank', 'name_too_long', 'param_invalid', 'name_in_use', 'object_not_specified'],
  examples: [
    {
      title: 'Create a keyword for crashes',
      code: "const { id } = await admin.keywords.create({ name: 'crash', description: 'The program ends unexpectedly' })",
    },
  ],
  access: 'required',
  right: { group: 'editkeywords', action: 'create keywords' },
  input: z.strictObject({
    name: keywordName.meta({
      description: 'Name, 1 to 64 characters without spaces and commas; unique, ignoring case.',
    }),
    description: keywordDescription.meta({ description: 'Description in simple HTML, stored unchanged.' }),
    is_active: z.boolean().default(true).meta({ description: 'Can be chosen for bugs.' }),
  }),
  output: createdObject,
  async run(tx, keyword, call) {
    requireFreeName(call.catalogue.keywords, 'keyword', keyword.name)
    const id = await insertOne(tx, 'keywords', { ...keyword, name_folded: fold(keyword.name) })
    await auditCreation(tx, call, 'keywords', id, keyword.name)
    await bumpCatalogueVersion(tx)
    return { id }
  },
})
