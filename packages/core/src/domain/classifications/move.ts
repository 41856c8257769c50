import { must } from '../../kernel/must.js'
import { createPlan, writePlans } from '../audit/plan.js'
import type { Classification, Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'

/** Puts products in a classification, out of the one they are in. Returns those that were in another. */
export async function moveProducts(
  tx: Writer,
  call: Call,
  into: Classification,
  products: Iterable<Product>,
): Promise<Product[]> {
  const { classifications } = call.catalogue
  const arrivals = [...new Set(products)].filter((product) => product.classification_id !== into.id)
  const plans = arrivals.map((product) => {
    const plan = createPlan<'products'>()
    const before = must(
      classifications.get(product.classification_id),
      'classification',
      product.classification_id,
    ).name
    plan.change('classification', before, into.name, () => ({ classification_id: into.id }))
    return [product.id, plan] as const
  })
  await writePlans(tx, call, 'products', plans)
  return arrivals
}
