import { z } from 'zod'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter } from '../../define/inputs.js'
import { defineRead } from '../../define/operation.js'
import { chosen, refs } from '../../define/refs.js'

const view = z
  .object({
    id: z.int().meta({ ref: 'keyword', description: 'The number of the keyword.' }),
    name: z.string().meta({ ref: 'keyword', description: 'The name of the keyword.' }),
    description: z.string().meta({ description: 'What it means, in simple HTML.' }),
    is_active: z.boolean().meta({ description: 'It can be chosen for bugs.' }),
  })
  .meta({ id: 'Keyword', description: 'A label for bugs that administrators define.' })

export const getKeywords = defineRead({
  name: 'keywords.get',
  summary: 'Keywords with what they mean',
  description:
    'Keywords, by name: those with these `ids` or `names`, or all. What there is not is left out. For everybody.',
  examples: [{ title: 'All keywords', code: 'const { keywords } = await alice.keywords.get()' }],
  access: 'optional',
  filters: 'keywords',
  input: z.strictObject({ ...refs, ...fieldFilter }),
  output: z.object({ keywords: z.array(view).meta({ description: 'The keywords, by name.' }) }),
  async run(_tx, input, { catalogue }) {
    const filter = createFieldFilter(input)
    const views = chosen(catalogue.keywords, input).map(({ id, name, description, is_active }) =>
      filter.pick({ id, name, description, is_active }),
    )
    return { keywords: views as z.infer<typeof view>[] }
  },
})
