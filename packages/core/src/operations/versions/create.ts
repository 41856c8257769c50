import * as z from 'zod'
import { bumpProducts } from '../../setup/product-changes.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireAdministrableProduct } from '../../domain/products/find.js'
import { ownerName, sortKey } from '../../domain/products/inputs.js'
import { requireFreeName, versions } from '../../domain/products/parts.js'
import { addRelease, releaseName } from '../../domain/products/releases.js'
import { createdObject } from '../../call/define/outputs.js'

export const createVersion = defineWrite({
  name: 'versions.create',
  summary: 'Create a version of a product',
  description:
    'Creates a version of a product. For members of editcomponents, and of groups that have this right within the ' +
    'product.\n\n' +
    'Fails with `object_not_specified` without product.',
  errors: [
    'object_not_specified',
    'object_does_not_exist',
    'product_admin_denied',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'sort_key_invalid',
  ],
  examples: [
    {
      title: 'Add the next version of a product',
      code: "const { id } = await admin.versions.create({ product: 'Widgets', name: '1.1' })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    product: ownerName,
    name: releaseName('version').meta({
      description: 'Name, 1 to 64 characters; unique in the product, ignoring case.',
    }),
    is_active: z.boolean().default(true).meta({ description: 'Can be chosen for bugs.' }),
    sort_key: sortKey
      .default(0)
      .meta({ description: 'Sort position, -32768 to 32767. Versions are listed by it, then by name.' }),
  }),
  output: createdObject,
  missing: { product: 'object_not_specified' },
  async run(tx, { product: owner, ...release }, call) {
    const product = requireAdministrableProduct(call, owner, 'product')
    requireFreeName(versions, product, release.name)
    const id = await addRelease(tx, call, 'versions', { ...release, product_id: product.id })
    await bumpProducts(tx, [product.id])
    return { id }
  },
})
