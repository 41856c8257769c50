import * as z from 'zod'
import { hasProductRight } from '../../access/permissions.js'
import { isAccessible } from '../../access/products.js'
import { defineRead } from '../../call/define/operation.js'
import { requireAdministrableProducts } from '../../domain/products/find.js'
import { controlView, productRefs, viewControls } from '../../domain/group-controls/view.js'

export const getGroupControls = defineRead({
  name: 'groupControls.get',
  summary: 'Get how groups apply to products',
  description:
    'Returns how groups apply to the products with these `ids` and `names`, or to all that the caller ' +
    'administers. Omitted groups do not apply. For members of editcomponents, and of groups that have ' +
    'this right within the product.',
  errors: ['object_does_not_exist', 'product_admin_denied'],
  examples: [
    {
      title: 'Get the groups of a product',
      code: "const { group_controls } = await admin.groupControls.get({ names: ['Widgets'] })",
    },
  ],
  access: 'required',
  input: z.strictObject(productRefs),
  output: z.object({
    group_controls: z.array(controlView).meta({ description: 'How each group applies to each product.' }),
  }),
  async run(_tx, { ids, names }, call) {
    const products =
      ids || names
        ? requireAdministrableProducts(call, { ids, names })
        : [...call.catalogue.products].filter(
            (product) => isAccessible(call, product) && hasProductRight(call, product, 'editcomponents'),
          )
    return { group_controls: products.flatMap((product) => viewControls(call, product)) }
  },
})
