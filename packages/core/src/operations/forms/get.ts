import * as z from 'zod'
import { requireProduct } from '../../access/products.js'
import { fieldFilter, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { refsOf } from '../../call/define/refs.js'
import { formElementView, type FormElementView } from '../../domain/forms/element.js'
import { findForms, isFor, loadBodies } from '../../domain/forms/find.js'
import { loadFormKeywords, namesOfKeywords } from '../../domain/forms/keywords.js'
import { createFieldFilter } from '../../kernel/field-filter.js'

const view = z
  .object({
    id: z.int().meta({ ref: 'form', description: 'ID of the form.' }),
    name: z.string().meta({ ref: 'form', description: 'Name of the form.' }),
    description: z.string().meta({ description: 'When to choose it.' }),
    product: z.string().nullable().meta({ ref: 'product', description: 'The product of new bugs; null for all.' }),
    component: z.string().nullable().meta({ description: 'The component of new bugs that name none; null for none.' }),
    body: z.array(formElementView).meta({ description: 'The elements, in their order.' }),
    title: z.string().meta({ description: 'The beginning of summaries.' }),
    keywords: z
      .array(z.string().meta({ ref: 'keyword' }))
      .meta({ description: 'Names of keywords that new bugs get.' }),
    is_active: z.boolean().meta({ description: 'Whether it can be chosen.' }),
    sort_key: z.int().meta({ description: 'Forms are listed by it, then by name.' }),
  })
  .meta({ id: 'Form', description: 'The questions that replace the description of a new bug.' })

type View = z.output<typeof view>

export const getForms = defineRead({
  name: 'forms.get',
  summary: 'Get forms for new bugs',
  description:
    'Forms of products that the caller can access, and those of all products: those with these `ids` or `names`, or ' +
    'all, in their order. Missing ones are omitted. Exclude `body` for a list.',
  errors: ['object_does_not_exist'],
  examples: [
    {
      title: 'Get the forms for a bug in Widgets',
      code: "const { forms } = await alice.forms.get({ product: 'Widgets', exclude_fields: ['body'] })",
    },
  ],
  access: 'optional',
  filters: 'forms',
  input: z.strictObject({
    ...refsOf('forms'),
    product: word.optional().meta({ description: 'Only active forms for new bugs of this product.' }),
    ...fieldFilter,
  }),
  output: z.object({ forms: z.array(view).meta({ description: 'The forms, in their order.' }) }),
  async run(tx, input, call) {
    const { products, components } = call.catalogue
    const filter = createFieldFilter(input)
    const product = input.product === undefined ? undefined : requireProduct(call, input.product, 'product')
    const found = (await findForms(tx, call, input)).filter((form) => !product || isFor(form, product))
    const ids = filter.wants('body') ? found.map(({ id }) => id) : []
    const bodies = await loadBodies(tx, ids)
    const withKeywords = filter.wants('keywords') ? found.map(({ id }) => id) : []
    const keywords = await loadFormKeywords(tx, withKeywords)
    const forms = found.map(({ product_id, component_id, ...form }) =>
      filter.pick({
        ...form,
        product: products.get(product_id ?? 0)?.name ?? null,
        component: components.get(component_id ?? 0)?.name ?? null,
        keywords: namesOfKeywords(call, keywords.get(form.id) ?? new Set()),
        body: (bodies.get(form.id) ?? []) as readonly FormElementView[] as FormElementView[],
      }),
    )
    return { forms: forms as View[] }
  },
})
