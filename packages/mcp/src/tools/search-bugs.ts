import * as z from 'zod'
import { listedFields, viewListed, within } from '../tool/bugs.js'
import { criteria, listOf, readTimes } from '../tool/inputs.js'
import { requireKnownValues } from '../tool/known-values.js'
import { listedBug } from '../tool/outputs.js'
import { defineTool } from '../tool/tool.js'

/** Maximum bugs returned. */
const mostBugs = 50

export const searchBugs = defineTool({
  name: 'search_bugs',
  title: 'Search bugs',
  description:
    'Finds bugs by criteria that are joined with AND: at most 50, and the total number. get_bug returns all ' +
    'details of one.',
  input: z.strictObject({
    ...criteria,
    order: z
      .string()
      .max(200)
      .optional()
      .describe('Such as `priority,last_change_time DESC`. Default: the newest first.'),
    limit: z.int().min(1).max(mostBugs).optional().describe('Maximum number of bugs, 20 by default.'),
    offset: z.int().min(0).optional().describe('Without the first ones.'),
  }),
  output: z.object({
    total: z.int().describe('How many bugs there are in all.'),
    bugs: z.array(listedBug),
  }),
  async run(context, { limit = 20, offset = 0, order = 'bug_id DESC', product, ...asked }) {
    const products = within(context, listOf(product))
    await requireKnownValues(context, { ...asked, product })
    const found = await context.operations.bugs.search({
      ...readTimes(asked),
      product: products,
      order,
      limit,
      offset,
      count_total: true,
      include_fields: listedFields,
    })
    return { total: found.total_matches, bugs: found.bugs.map(viewListed) }
  },
})
