import type { Product } from '@trackerkit/core'
import * as z from 'zod'
import { untrusted } from '../tool/answer.js'
import { defineTool } from '../tool/tool.js'

export const listProducts = defineTool({
  name: 'list_products',
  title: 'List products',
  description: 'The products in which bugs can be seen, with their components, versions and milestones.',
  input: z.strictObject({ name: z.string().max(200).optional().describe('Only this one.') }),
  output: z.object({
    products: z.array(
      z.object({
        name: z.string(),
        is_active: z.boolean(),
        untrusted_text: z.string().describe('The description.'),
        components: z.array(z.string()),
        versions: z.array(z.string()),
        milestones: z.array(z.string()),
      }),
    ),
  }),
  async run({ operations, products }, { name }) {
    const found = await operations.products.get({
      type: 'accessible',
      exclude_fields: ['components.flag_types', 'bug_description_template', 'components.bug_description_template'],
    })
    const isWanted = (product: Shown) =>
      [products, name === undefined ? undefined : [name]].every(
        (some) => some?.some((one) => one.toLowerCase() === product.name.toLowerCase()) ?? true,
      )
    return { products: found.products.filter(isWanted).map(viewProduct) }
  },
})

type Part = Pick<Product['components'][number], 'name' | 'is_active'>
type Shown = Pick<Product, 'name' | 'description' | 'is_active' | 'versions' | 'milestones'> & {
  readonly components: readonly Part[]
}

function viewProduct({ name, description, is_active, components, versions, milestones }: Shown) {
  const active = (some: readonly { readonly name: string; readonly is_active: boolean }[]) =>
    some.filter((one) => one.is_active).map((one) => one.name)
  return {
    name,
    is_active,
    ...untrusted(description),
    components: active(components),
    versions: active(versions),
    milestones: active(milestones),
  }
}
