import * as z from 'zod'
import { bumpProducts } from '../../setup/product-changes.js'
import { defineWrite } from '../../call/define/operation.js'
import { dateInputs, requireOrder } from '../../domain/products/milestone-dates.js'
import { requireAdministrableProduct } from '../../domain/products/find.js'
import { ownerName, sortKey } from '../../domain/products/inputs.js'
import { requireFreeName, milestones } from '../../domain/products/parts.js'
import { addRelease, releaseName } from '../../domain/products/releases.js'
import { createdObject } from '../../call/define/outputs.js'

export const createMilestone = defineWrite({
  name: 'milestones.create',
  summary: 'Create a milestone of a product',
  description:
    'Creates a milestone of a product. For members of editcomponents, and of groups that have this right within ' +
    'the product.\n\n' +
    'Fails with `object_not_specified` without product, and `param_invalid` for a due date before the start.',
  errors: [
    'object_not_specified',
    'object_does_not_exist',
    'product_admin_denied',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'sort_key_invalid',
    'illegal_date',
    'param_invalid',
  ],
  examples: [
    {
      title: 'Add the next milestone of a product',
      code: "const { id } = await admin.milestones.create({ product: 'Widgets', name: 'M2' })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    product: ownerName,
    name: releaseName('milestone').meta({
      description: 'Name, 1 to 64 characters; unique in the product, ignoring case.',
    }),
    is_active: z.boolean().default(true).meta({ description: 'Can be chosen for bugs.' }),
    sort_key: sortKey
      .default(0)
      .meta({ description: 'Sort position, -32768 to 32767. Milestones are listed by it, then by name.' }),
    ...dateInputs,
  }),
  output: createdObject,
  missing: { product: 'object_not_specified' },
  async run(tx, { product: owner, ...release }, call) {
    const product = requireAdministrableProduct(call, owner, 'product')
    requireFreeName(milestones, product, release.name)
    requireOrder(release)
    const id = await addRelease(tx, call, 'milestones', {
      ...release,
      start_date: release.start_date ?? null,
      due_date: release.due_date ?? null,
      product_id: product.id,
    })
    await bumpProducts(tx, [product.id])
    return { id }
  },
})
