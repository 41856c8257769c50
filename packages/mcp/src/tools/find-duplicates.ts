import * as z from 'zod'
import { isThere, listedFields, viewListed, within } from '../tool/bugs.js'
import { listOf, names } from '../tool/inputs.js'
import { listedBug } from '../tool/outputs.js'
import { defineTool } from '../tool/tool.js'

export const findDuplicates = defineTool({
  name: 'find_duplicates',
  title: 'Find likely duplicates',
  description: 'Bugs whose summaries share words with a summary, the most alike first.',
  input: z.strictObject({
    summary: z.string().max(255).describe('The summary of the bug that would be filed.'),
    product: names.optional().describe('Only bugs of these products.'),
    limit: z.int().min(1).max(25).optional().describe('Maximum number of results, 10 by default.'),
  }),
  output: z.object({ bugs: z.array(listedBug) }),
  async run(context, { summary, product, limit = 10 }) {
    const found = await context.operations.bugs.possibleDuplicates({
      summary,
      product: within(context, listOf(product)),
      limit,
      include_fields: listedFields,
    })
    // In place of a duplicate, the original is found, which may be of any product.
    return { bugs: found.bugs.filter((bug) => isThere(context, bug)).map(viewListed) }
  },
})
