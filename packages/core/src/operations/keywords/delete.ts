import { z } from 'zod'
import { auditRemoval } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../define/operation.js'
import { refs, requireAll } from '../../define/refs.js'

/**
 * Removes keywords that no bug has, all of them or none.
 *
 * `ids`, `names`: which ones.
 *
 * @throws auth_failure (304) without editkeywords, params_required (50) when none is named, object_does_not_exist (51),
 *   still_in_use
 * @example await admin.keywords.delete({ names: ['crash'] })
 */
export const deleteKeywords = defineWrite({
  name: 'keywords.delete',
  summary: 'Remove keywords without bugs',
  access: 'required',
  right: { group: 'editkeywords', action: 'remove keywords' },
  input: z.strictObject(refs),
  output: z.object({ keywords: z.array(z.object({ id: z.int() })) }),
  async run(tx, input, call) {
    const { keywords } = call.catalogue
    const found = requireAll(keywords, 'keyword', input)
    const ids = found.map((keyword) => keyword.id)
    const [used] = await tx.select({ from: 'bug_keywords', where: { col: 'keyword_id', in: ids }, limit: 1 })
    if (used) {
      const value = keywords.get(used.keyword_id)?.name
      throw new TrackerError('still_in_use', { kind: 'keyword', field: 'names', value, by: 'bugs' })
    }
    await tx.delete('keywords', { col: 'id', in: ids })
    for (const keyword of found) await auditRemoval(tx, call, 'Keyword', keyword.id, keyword.name)
    await bumpCatalogueVersion(tx)
    return { keywords: ids.map((id) => ({ id })) }
  },
})
