import * as z from 'zod'
import { changedObject, createPlan, writePlans, type Plan } from '../../domain/audit/plan.js'
import type { Keyword } from '../../setup/catalogue.js'
import { defineWrite } from '../../call/define/operation.js'
import { refsOf, requireAll, requireFreeName } from '../../call/define/refs.js'
import { renameChoice } from '../../domain/forms/rename-choice.js'
import { fold } from '../../store/index.js'
import { keywordDescription, keywordName } from '../../domain/keywords/keyword.js'

const values = {
  name: keywordName
    .optional()
    .meta({ description: 'New name, for a single keyword only. Bugs and forms are updated.' }),
  description: keywordDescription.optional().meta({ description: 'Description in simple HTML, stored unchanged.' }),
  is_active: z.boolean().optional().meta({ description: 'Can be chosen for bugs.' }),
}

export const updateKeywords = defineWrite({
  name: 'keywords.update',
  summary: 'Update keywords',
  description:
    'Updates keywords, all of them or none.\n\n' +
    'Fails with `auth_failure` without editkeywords; `params_required` without names or ids; ' +
    '`param_invalid` for a name with several keywords, or with a space or comma; `object_not_specified` ' +
    'for an empty description.',
  errors: [
    'auth_failure',
    'params_required',
    'object_does_not_exist',
    'param_invalid',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'object_not_specified',
  ],
  examples: [
    { title: 'A keyword is out of use', code: "await admin.keywords.update({ names: ['crash'], is_active: false })" },
  ],
  access: 'required',
  right: { group: 'editkeywords', action: 'change keywords' },
  input: z.strictObject({ ...refsOf('keywords'), ...values }),
  output: z.object({ keywords: z.array(changedObject).meta({ description: 'Changes of each keyword.' }) }),
  async run(tx, { ids, names, ...wanted }, call) {
    const { keywords } = call.catalogue
    const found = requireAll(keywords, 'keyword', { ids, names })
    requireFreeName(keywords, 'keyword', wanted.name, found)
    const [keyword] = found
    if (keyword) await renameChoice(tx, call, { fields: ['keywords'], before: keyword.name, after: wanted.name })
    const plans = found.map((keyword) => [keyword.id, planKeywordUpdate(keyword, wanted)] as const)
    return { keywords: await writePlans(tx, call, 'keywords', plans) }
  },
})

function planKeywordUpdate(keyword: Keyword, wanted: z.output<z.ZodObject<typeof values>>): Plan<'keywords'> {
  const plan = createPlan<'keywords'>()
  plan.change('name', keyword.name, wanted.name, (name) => ({ name, name_folded: fold(name) }))
  plan.change('description', keyword.description, wanted.description, (description) => ({ description }))
  plan.change('is_active', keyword.is_active, wanted.is_active, (is_active) => ({ is_active }))
  return plan
}
