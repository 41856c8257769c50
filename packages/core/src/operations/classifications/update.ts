import * as z from 'zod'
import { changedObject, createPlan, writePlans, type Plan } from '../../domain/audit/plan.js'
import type { Classification } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { list, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireProduct } from '../../access/products.js'
import { description, positiveSortKey } from '../../domain/products/inputs.js'
import { refsOf, requireAll, requireFreeName } from '../../call/define/refs.js'
import { fold } from '../../store/index.js'
import { classificationName } from '../../domain/classifications/inputs.js'
import { moveProducts } from '../../domain/classifications/move.js'

const values = {
  name: classificationName
    .optional()
    .meta({ description: 'New name, 1 to 64 characters, for a single classification only.' }),
  description: description.optional().meta({ description: 'Description in simple HTML, stored unchanged.' }),
  sort_key: positiveSortKey.optional().meta({ description: 'Sort position, 0 to 32767.' }),
}

export const updateClassifications = defineWrite({
  name: 'classifications.update',
  summary: 'Update classifications',
  description:
    'Updates classifications, all of them or none.\n\n' +
    'The response contains the changes.\n\n' +
    'Fails with `auth_failure` without editclassifications; `params_required` without names or ids; ' +
    '`param_invalid` for a name or products on several.',
  errors: [
    'auth_failure',
    'params_required',
    'object_does_not_exist',
    'param_invalid',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'text_too_long',
    'sort_key_invalid',
  ],
  examples: [
    {
      title: 'Add a product to a classification',
      code: "await admin.classifications.update({ names: ['Hardware'], products: ['Widgets'] })",
    },
  ],
  access: 'required',
  right: { group: 'editclassifications', action: 'change classifications' },
  input: z.strictObject({
    ...refsOf('classifications'),
    ...values,
    products: list(word).default([]).meta({
      description: 'Names of products to move to this classification, for a single classification only.',
    }),
  }),
  output: z.object({
    classifications: z.array(changedObject).meta({ description: 'Changes of each classification.' }),
  }),
  async run(tx, { ids, names, products, ...wanted }, call) {
    const { classifications } = call.catalogue
    const found = requireAll(classifications, 'classification', { ids, names })
    requireFreeName(classifications, 'classification', wanted.name, found)
    const moved = products.map((name) => requireProduct(call, name, 'products'))
    const target = moved.length > 0 ? requireOne(found, products) : undefined
    const arrivals = target && (await moveProducts(tx, call, target, moved))
    const plans = found.map((one) => [one.id, planClassificationUpdate(one, wanted)] as const)
    const changed = await writePlans(tx, call, 'classifications', plans)
    if (!arrivals?.length) return { classifications: changed }
    const added = arrivals.map((product) => product.name).join(', ')
    return {
      classifications: changed.map(({ id, changes }) => ({
        id,
        changes: { ...changes, products: { removed: '', added } },
      })),
    }
  },
})

/** A product is in one classification. @throws param_invalid */
function requireOne(found: readonly Classification[], products: readonly string[]): Classification {
  const [one] = found
  if (one && found.length === 1) return one
  throw new TrackerError('param_invalid', {
    field: 'products',
    value: products,
    problem: 'products can be added to only one classification at a time',
  })
}

function planClassificationUpdate(
  classification: Classification,
  wanted: z.output<z.ZodObject<typeof values>>,
): Plan<'classifications'> {
  const plan = createPlan<'classifications'>()
  plan.change('name', classification.name, wanted.name, (name) => ({ name, name_folded: fold(name) }))
  plan.change('description', classification.description, wanted.description, (text) => ({ description: text }))
  plan.change('sort_key', classification.sort_key, wanted.sort_key, (sort_key) => ({ sort_key }))
  return plan
}
