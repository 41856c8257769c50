import * as z from 'zod'
import { within } from '../tool/bugs.js'
import { criteria, listOf, readTimes } from '../tool/inputs.js'
import { requireKnownValues } from '../tool/known-values.js'
import { defineTool } from '../tool/tool.js'

export const countBugs = defineTool({
  name: 'count_bugs',
  title: 'Count bugs',
  description: 'How many bugs satisfy criteria: in all, by one field or two, or over time.',
  input: z.strictObject({
    ...criteria,
    by: z
      .array(z.string().max(100))
      .max(2)
      .optional()
      .describe(
        'One or two of product, component, version, status, resolution, priority, severity, assigned_to, keywords.',
      ),
    over: z.enum(['day', 'week', 'month']).optional().describe('Count by the time they were filed.'),
  }),
  output: z.object({
    total: z.int(),
    x: z.array(z.string()).describe('The values of the first field.'),
    y: z.array(z.string()).describe('The values of the second field.'),
    counts: z.array(z.array(z.int())).describe('For each value of x a number for each value of y.'),
    buckets: z.array(z.looseObject({})).optional().describe('The periods, with over.'),
  }),
  async run(context, { by = [], over, product, ...asked }) {
    const [x, y] = by
    const products = within(context, listOf(product))
    await requireKnownValues(context, { ...asked, product })
    return context.operations.bugs.count({
      ...readTimes(asked),
      product: products,
      ...(x !== undefined && { x }),
      ...(y !== undefined && { y }),
      ...(over && { over }),
    })
  },
})
