import { z } from 'zod'
import { hasProductRight } from '../../access/permissions.js'
import { isAccessible } from '../../access/products.js'
import { defineRead } from '../../define/operation.js'
import { refs } from '../../define/refs.js'
import { requireAdministrableProducts } from '../../domain/products/find.js'
import { controlView, viewControls } from '../../domain/group-controls/view.js'

/**
 * How groups apply to products: of the products with these `ids` and `names`, or of all that the caller administers. A group that
 * is not told of does not apply. For members of editcomponents, and of groups that have this right within the product.
 *
 * @throws object_does_not_exist (51), product_admin_denied (304)
 * @example const { group_controls } = await admin.groupControls.get({ names: ['Widgets'] })
 */
export const getGroupControls = defineRead({
  name: 'groupControls.get',
  summary: 'How groups apply to products',
  access: 'required',
  input: z.strictObject(refs),
  output: z.object({ group_controls: z.array(controlView) }),
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
