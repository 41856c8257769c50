import * as z from 'zod'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { findParts, partRefsOf, milestones } from '../../domain/products/parts.js'
import { milestoneView } from '../../domain/products/releases.js'
import { viewMilestone } from '../../domain/products/view.js'

// Contract: Product, `milestones`.
export const getMilestones = defineRead({
  name: 'milestones.get',
  summary: 'Get milestones of products',
  description:
    'Returns milestones, by product, then in the order of the product: those with these `ids`, and of ' +
    'the `product` those with these `names`, or all. Without any of these, all that the caller can see. ' +
    'Missing and hidden ones are omitted.',
  examples: [
    {
      title: 'Get the milestones of a product',
      code: "const { milestones } = await alice.milestones.get({ product: 'Widgets' })",
    },
  ],
  access: 'optional',
  filters: 'milestones',
  input: z.strictObject({ ...partRefsOf('milestones'), ...fieldFilter }),
  output: z.object({
    milestones: z.array(milestoneView).meta({ description: 'Milestones, by product, then in its order.' }),
  }),
  async run(_tx, input, call) {
    const filter = createFieldFilter(input)
    const views = findParts(call, milestones, input).map(({ product, part }) =>
      filter.pick({ ...viewMilestone(part), product: product.name }),
    )
    return { milestones: views as z.infer<typeof milestoneView>[] }
  },
})
