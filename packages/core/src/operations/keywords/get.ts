import * as z from 'zod'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { chosen, refsOf } from '../../call/define/refs.js'
import { keywordView } from '../../domain/keywords/keyword.js'

export const getKeywords = defineRead({
  name: 'keywords.get',
  summary: 'Get keywords',
  description:
    'Returns keywords, by name: those with these `ids` or `names`, or all. Missing ones are omitted. ' +
    'Available without login.',
  examples: [{ title: 'All keywords', code: 'const { keywords } = await alice.keywords.get()' }],
  access: 'optional',
  filters: 'keywords',
  input: z.strictObject({ ...refsOf('keywords'), ...fieldFilter }),
  output: z.object({ keywords: z.array(keywordView).meta({ description: 'Keywords, by name.' }) }),
  async run(_tx, input, { catalogue }) {
    const filter = createFieldFilter(input)
    const views = chosen(catalogue.keywords, input).map(({ id, name, description, is_active }) =>
      filter.pick({ id, name, description, is_active }),
    )
    return { keywords: views as z.infer<typeof keywordView>[] }
  },
})
