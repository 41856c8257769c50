import { z } from 'zod'
import { within } from '../bugs.js'
import { criteria, listOf, readTimes } from '../inputs.js'
import { defineTool } from '../tool.js'

export const countBugs = defineTool({
  name: 'count_bugs',
  title: 'Count bugs',
  description: 'How many bugs satisfy criteria: in all, by one field or two, or over time.',
  input: z.object({
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
  async run(context, { by = [], over, product, ...asked }) {
    const [x, y] = by
    return context.operations.bugs.count({
      ...readTimes(asked),
      product: within(context, listOf(product)),
      ...(x !== undefined && { x }),
      ...(y !== undefined && { y }),
      ...(over && { over }),
    })
  },
})
