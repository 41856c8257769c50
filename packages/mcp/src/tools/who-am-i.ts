import * as z from 'zod'
import { defineTool } from '../tool/tool.js'

export const whoAmI = defineTool({
  name: 'who_am_i',
  title: 'The account in use',
  description: 'The login of the account whose rights these tools have. Bugs of "me" are assigned to it.',
  input: z.strictObject({}),
  output: z.object({
    login: z.string(),
    products: z.array(z.string()).optional().describe('The only products that can be reached.'),
  }),
  async run({ operations, products }) {
    const { name } = await operations.users.whoami()
    return { login: name, ...(products && { products }) }
  },
})
