import { insertOne } from '../../schema/insert-one.js'
import { z } from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { defineWrite } from '../../define/operation.js'
import { requireFreeName } from '../../define/refs.js'
import { fold } from '../../store/index.js'
import { keywordDescription, keywordName } from '../../domain/keywords/inputs.js'

/**
 * Creates a keyword.
 *
 * `name`: 1 to 64 characters without blank and comma, unique without regard to case. `description`: simple HTML, kept as it is.
 * `is_active`: can be chosen for bugs.
 *
 * @throws auth_failure (304) without editkeywords, name_blank, name_too_long, param_invalid (53) for a blank or comma,
 *   name_in_use, object_not_specified (50) for a blank description
 * @example const { id } = await admin.keywords.create({ name: 'crash', description: 'The program ends by itself' })
 */
export const createKeyword = defineWrite({
  name: 'keywords.create',
  summary: 'Create a keyword',
  access: 'required',
  right: { group: 'editkeywords', action: 'create keywords' },
  input: z.strictObject({ name: keywordName, description: keywordDescription, is_active: z.boolean().default(true) }),
  output: z.object({ id: z.int() }),
  async run(tx, keyword, call) {
    requireFreeName(call.catalogue.keywords, 'keyword', keyword.name)
    const id = await insertOne(tx, 'keywords', { ...keyword, name_folded: fold(keyword.name) })
    await auditCreation(tx, call, 'Keyword', id, keyword.name)
    await bumpCatalogueVersion(tx)
    return { id }
  },
})
