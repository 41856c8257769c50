import * as z from 'zod'
import { isOn, type Classification } from '../../setup/catalogue.js'
import { hasRight, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { createFieldFilter, type FieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { chosen, refsOf } from '../../call/define/refs.js'
import { isVisibleClassification, productsIn } from '../../access/visible-classifications.js'

const product = z.object({
  id: z.int().meta({ ref: 'product', description: 'ID of the product.' }),
  name: z.string().meta({ ref: 'product', description: 'Name of the product.' }),
  description: z.string().meta({ description: 'Description in simple HTML.' }),
})

const view = z
  .object({
    id: z.int().meta({ ref: 'classification', description: 'ID of the classification.' }),
    name: z.string().meta({ ref: 'classification', description: 'Name of the classification.' }),
    description: z.string().meta({ description: 'Description in simple HTML.' }),
    sort_key: z.int().meta({ description: 'Sort position. Classifications are listed by it, then by name.' }),
    products: z.array(product).meta({ description: 'Its products to which the caller has access.' }),
  })
  .meta({ id: 'Classification', description: 'A classification with its products.' })

type View = z.infer<typeof view>

export const getClassifications = defineRead({
  name: 'classifications.get',
  summary: 'Get classifications with their products',
  description:
    'Returns classifications with their products, by sort key, then name: those with these `ids` or ' +
    '`names`, or all. Includes those with a product to which the caller has access; for members of ' +
    'editcomponents also those without products, and for members of editclassifications all. Missing ' +
    'ones are omitted.\n\n' +
    'Fails with `auth_classification_not_enabled` while classifications are disabled, except for members ' +
    'of editclassifications.',
  errors: ['auth_classification_not_enabled'],
  examples: [{ title: 'All classifications', code: 'const { classifications } = await alice.classifications.get()' }],
  access: 'optional',
  filters: 'classifications',
  input: z.strictObject({ ...refsOf('classifications'), ...fieldFilter }),
  output: z.object({
    classifications: z.array(view).meta({ description: 'Classifications, by sort key, then name.' }),
  }),
  async run(_tx, input, call) {
    if (!isOn(call.catalogue, 'useclassification') && !hasRight(call, 'editclassifications'))
      throw new TrackerError('auth_classification_not_enabled')
    const filter = createFieldFilter(input)
    const found = chosen(call.catalogue.classifications, input).filter((one) => isVisibleClassification(call, one))
    return { classifications: found.map((one) => viewClassification(call, one, filter) as View) }
  },
})

function viewClassification(call: Call, one: Classification, filter: FieldFilter): Partial<View> {
  const ofProducts = filter.within('products')
  const products = productsIn(call, one).map(
    ({ id, name, description }) => ofProducts.pick({ id, name, description }) as View['products'][number],
  )
  const { id, name, description, sort_key } = one
  return filter.pick({ id, name, description, sort_key, products })
}
