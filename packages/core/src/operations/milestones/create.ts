import { z } from 'zod'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { line } from '../../define/inputs.js'
import { defineWrite, problem } from '../../define/operation.js'
import { requireAdministrableProduct } from '../../domain/products/find.js'
import { sortKey } from '../../domain/products/inputs.js'
import { requireFreeName, milestones } from '../../domain/products/parts.js'
import { addRelease, releaseName } from '../../domain/products/releases.js'

/**
 * Creates a milestone of a product. For members of editcomponents, and of groups that have this right within the product.
 *
 * `product`: its name. `name`: 1 to 64 characters, unique in the product without regard to case. `is_active`: can be chosen
 * for bugs. `sort_key`: milestones are listed by it, then by name; -32768 to 32767.
 *
 * @throws object_not_specified (50) without product, object_does_not_exist (51), product_admin_denied (304), name_blank,
 *   name_too_long, name_in_use, sort_key_invalid
 * @example const { id } = await admin.milestones.create({ product: 'Widgets', name: 'M2' })
 */
export const createMilestone = defineWrite({
  name: 'milestones.create',
  summary: 'Create a milestone of a product',
  access: 'required',
  input: z.strictObject({
    product: line.refine((name) => name !== '', problem('object_not_specified')),
    name: releaseName('milestone'),
    is_active: z.boolean().default(true),
    sort_key: sortKey.default(0),
  }),
  output: z.object({ id: z.int() }),
  missing: { product: 'object_not_specified' },
  async run(tx, { product: owner, ...release }, call) {
    const product = requireAdministrableProduct(call, owner, 'product')
    requireFreeName(milestones, product, release.name)
    const id = await addRelease(tx, call, 'milestones', { ...release, product_id: product.id })
    await bumpCatalogueVersion(tx)
    return { id }
  },
})
