import * as z from 'zod'
import { auditRemoval } from '../../domain/audit/write.js'
import { requireNoFormsWith } from '../../domain/forms/keywords.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../call/define/operation.js'
import { refsOf, requireAll } from '../../call/define/refs.js'
import { namedObject } from '../../call/define/outputs.js'

export const deleteKeywords = defineWrite({
  name: 'keywords.delete',
  summary: 'Delete keywords without bugs',
  description:
    'Deletes keywords that no bug and no form has, all of them or none.\n\n' +
    'Fails with `auth_failure` without editkeywords; `params_required` without names or ids.',
  errors: ['auth_failure', 'params_required', 'object_does_not_exist', 'still_in_use'],
  examples: [{ title: 'Remove a keyword by its name', code: "await admin.keywords.delete({ names: ['crash'] })" }],
  access: 'required',
  right: { group: 'editkeywords', action: 'delete keywords' },
  input: z.strictObject(refsOf('keywords')),
  output: z.object({ keywords: z.array(namedObject).meta({ description: 'Deleted keywords.' }) }),
  async run(tx, input, call) {
    const { keywords } = call.catalogue
    const found = requireAll(keywords, 'keyword', input)
    const ids = found.map((keyword) => keyword.id)
    const [used] = await tx.select({ from: 'bug_keywords', where: { col: 'keyword_id', in: ids }, limit: 1 })
    if (used) {
      const value = keywords.get(used.keyword_id)?.name
      throw new TrackerError('still_in_use', { kind: 'keyword', field: 'names', value, by: 'bugs' })
    }
    await requireNoFormsWith(tx, found)
    await tx.delete('keywords', { col: 'id', in: ids })
    for (const keyword of found) await auditRemoval(tx, call, 'keywords', keyword.id, keyword.name)
    await bumpCatalogueVersion(tx)
    return { keywords: ids.map((id) => ({ id })) }
  },
})
