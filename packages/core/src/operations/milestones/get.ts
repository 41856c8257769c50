import { z } from 'zod'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter } from '../../define/inputs.js'
import { defineRead } from '../../define/operation.js'
import { findParts, partRefs, milestones } from '../../domain/products/parts.js'
import { releaseOfProduct } from '../../domain/products/releases.js'
import { viewRelease } from '../../domain/products/view.js'

/**
 * Milestones, by product, then in the order of the product: those with these `ids`; and of the `product` those with these
 * `names`, or all. Without any of these, all that the caller can see. What does not exist, or not for the caller, is left out.
 * Contract: Product, `milestones`.
 *
 * @example const { milestones } = await alice.milestones.get({ product: 'Widgets' })
 */
export const getMilestones = defineRead({
  name: 'milestones.get',
  summary: 'Milestones of products',
  access: 'optional',
  filters: 'milestones',
  input: z.strictObject({ ...partRefs, ...fieldFilter }),
  output: z.object({ milestones: z.array(releaseOfProduct) }),
  async run(_tx, input, call) {
    const filter = createFieldFilter(input)
    const views = findParts(call, milestones, input).map(({ product, part }) =>
      filter.pick({ ...viewRelease(part), product: product.name }),
    )
    return { milestones: views as z.infer<typeof releaseOfProduct>[] }
  },
})
