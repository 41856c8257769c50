import { z } from 'zod'
import { changedObject, createPlan, writePlans, type Plan } from '../../domain/audit/plan.js'
import type { Keyword } from '../../setup/catalogue.js'
import { defineWrite } from '../../define/operation.js'
import { refs, requireAll, requireFreeName } from '../../define/refs.js'
import { fold } from '../../store/index.js'
import { keywordDescription, keywordName } from '../../domain/keywords/inputs.js'

const values = {
  name: keywordName.optional(),
  description: keywordDescription.optional(),
  is_active: z.boolean().optional(),
}

/**
 * Changes keywords, all of them or none.
 *
 * `ids`, `names`: which ones. `name`: of one keyword only; bugs follow by themselves. `is_active`: can be chosen for bugs.
 *
 * @throws auth_failure (304) without editkeywords, params_required (50) when none is named, object_does_not_exist (51),
 *   param_invalid (53) for a name on several or with blank or comma, name_blank, name_too_long, name_in_use,
 *   object_not_specified (50) for a blank description
 * @example await admin.keywords.update({ names: ['crash'], is_active: false })
 */
export const updateKeywords = defineWrite({
  name: 'keywords.update',
  summary: 'Change keywords',
  access: 'required',
  right: { group: 'editkeywords', action: 'change keywords' },
  input: z.strictObject({ ...refs, ...values }),
  output: z.object({ keywords: z.array(changedObject) }),
  async run(tx, { ids, names, ...wanted }, call) {
    const { keywords } = call.catalogue
    const found = requireAll(keywords, 'keyword', { ids, names })
    requireFreeName(keywords, 'keyword', wanted.name, found)
    const plans = found.map((keyword) => [keyword.id, planKeywordUpdate(keyword, wanted)] as const)
    return { keywords: await writePlans(tx, call, 'Keyword', 'keywords', plans) }
  },
})

function planKeywordUpdate(keyword: Keyword, wanted: z.output<z.ZodObject<typeof values>>): Plan<'keywords'> {
  const plan = createPlan<'keywords'>()
  plan.change('name', keyword.name, wanted.name, (name) => ({ name, name_folded: fold(name) }))
  plan.change('description', keyword.description, wanted.description, (description) => ({ description }))
  plan.change('is_active', keyword.is_active, wanted.is_active, (is_active) => ({ is_active }))
  return plan
}
