import * as z from 'zod'
import { within } from '../tool/bugs.js'
import { defineTool } from '../tool/tool.js'

export const createBug = defineTool({
  name: 'create_bug',
  title: 'File a bug',
  description: 'Files a bug and answers its number. Look for duplicates before.',
  isWrite: true,
  input: z.strictObject({
    product: z.string().max(200).describe('The name of the product.'),
    component: z.string().max(200).describe('The name of the component.'),
    version: z.string().max(200).describe('The version in which it was seen, from list_products.'),
    summary: z.string().min(1).max(255).describe('Summary in one line.'),
    description: z
      .string()
      .max(65_535)
      .describe(
        'The actual behavior, the expected behavior, and the steps to reproduce it. Precedes answers to a form.',
      ),
    form: z.string().max(64).optional().describe('A form of the product. The error for an unknown one names them.'),
    answers: z
      .record(z.string().max(64), z.union([z.string().max(65_535), z.array(z.string().max(255)).max(100)]))
      .optional()
      .describe('Answers to the form by ID, several choices as a list. The error for an unknown ID names them.'),
    severity: z.string().max(200).optional().describe('Default: that of the installation.'),
    priority: z.string().max(200).optional().describe('Default: that of the installation.'),
    keywords: z.array(z.string().max(200)).max(20).optional().describe('Keywords, from get_fields.'),
  }),
  output: z.object({ id: z.int().describe('The number of the bug.') }),
  async run(context, input) {
    within(context, [input.product])
    const { id } = await context.operations.bugs.create(input)
    return { id }
  },
})
