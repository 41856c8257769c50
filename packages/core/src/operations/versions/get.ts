import * as z from 'zod'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { findParts, partRefsOf, versions } from '../../domain/products/parts.js'
import { versionView } from '../../domain/products/releases.js'
import { viewRelease } from '../../domain/products/view.js'

// Contract: Product, `versions`.
export const getVersions = defineRead({
  name: 'versions.get',
  summary: 'Get versions of products',
  description:
    'Returns versions, by product, then in the order of the product: those with these `ids`, and of the ' +
    '`product` those with these `names`, or all. Without any of these, all that the caller can see. ' +
    'Missing and hidden ones are omitted.',
  examples: [
    {
      title: 'Get the versions of a product',
      code: "const { versions } = await alice.versions.get({ product: 'Widgets' })",
    },
  ],
  access: 'optional',
  filters: 'versions',
  input: z.strictObject({ ...partRefsOf('versions'), ...fieldFilter }),
  output: z.object({
    versions: z.array(versionView).meta({ description: 'Versions, by product, then in its order.' }),
  }),
  async run(_tx, input, call) {
    const filter = createFieldFilter(input)
    const views = findParts(call, versions, input).map(({ product, part }) =>
      filter.pick({ ...viewRelease(part), product: product.name }),
    )
    return { versions: views as z.infer<typeof versionView>[] }
  },
})
