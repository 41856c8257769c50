import * as z from 'zod'
import { isOn } from '../../setup/catalogue.js'
import { unclassifiedId } from '../../domain/classifications/inputs.js'
import { isVisibleClassification } from '../../access/visible-classifications.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { line } from '../../call/define/inputs.js'
import { defineWrite, problem } from '../../call/define/operation.js'
import { addProduct } from '../../domain/products/add.js'
import { bugDescriptionTemplate, nameWithin, productDescription, productName } from '../../domain/products/inputs.js'
import { createdObject } from '../../call/define/outputs.js'

const input = z.strictObject({
  name: productName.meta({ description: 'Name, 1 to 64 characters; unique, ignoring case.' }),
  description: productDescription.meta({ description: 'Description in simple HTML, stored unchanged.' }),
  version: nameWithin('version')
    .refine((name) => name !== '', problem('product_must_have_version'))
    .meta({ description: 'Name of the first version.' }),
  classification: line
    .refine((name) => name !== '', problem('object_not_specified'))
    .optional()
    .meta({ description: 'Name of the classification. Defaults to `Unclassified`.' }),
  has_unconfirmed: z.boolean().default(true).meta({ description: 'New bugs can be UNCONFIRMED.' }),
  default_milestone: nameWithin('milestone')
    .default('')
    .meta({ description: 'Name of the default milestone. Defaults to `---`, also while milestones are disabled.' }),
  is_open: z.boolean().default(true).meta({ description: 'Open for new bugs.' }),
  bug_description_template: bugDescriptionTemplate.default(''),
  create_series: z.boolean().default(true).meta({ description: 'Accepted, without effect.' }),
})

// Contract: Products, Create Product.
export const createProduct = defineWrite({
  name: 'products.create',
  summary: 'Create a product',
  description:
    'Creates a product, with its first version and its default milestone. It takes bugs once it has a component.\n\n' +
    'Fails with `auth_failure` without editcomponents; `object_does_not_exist` for the classification.',
  errors: [
    'object_not_specified',
    'auth_failure',
    'product_blank_name',
    'product_name_too_long',
    'product_name_already_in_use',
    'product_must_have_description',
    'product_must_have_version',
    'object_does_not_exist',
    'name_too_long',
    'text_too_long',
  ],
  examples: [
    {
      title: 'Create a product with its first version',
      code: "const { id } = await admin.products.create({ name: 'Gizmos', description: 'Small things', version: '1.0' })",
    },
  ],
  access: 'required',
  right: { group: 'editcomponents', action: 'create products' },
  input,
  output: createdObject,
  missing: {
    name: 'product_blank_name',
    description: 'product_must_have_description',
    version: 'product_must_have_version',
  },
  async run(tx, product, call) {
    const { catalogue } = call
    if (catalogue.products.named(product.name))
      throw new TrackerError('product_name_already_in_use', { field: 'name', value: product.name })
    const usesMilestones = isOn(catalogue, 'usetargetmilestone')
    const id = await addProduct(tx, call, {
      name: product.name,
      description: product.description,
      has_unconfirmed: product.has_unconfirmed,
      classification_id: classificationId(call, product.classification),
      version: product.version,
      default_milestone: (usesMilestones && product.default_milestone) || '---',
      is_active: product.is_open,
      bug_description_template: product.bug_description_template || null,
    })
    return { id }
  },
})

function classificationId(call: Call, name: string | undefined): number {
  if (name === undefined) return unclassifiedId
  const { classifications } = call.catalogue
  const named = classifications.named(name)
  if (named && isVisibleClassification(call, named)) return named.id
  const accepted = [...classifications].filter((one) => isVisibleClassification(call, one)).map((one) => one.name)
  throw new TrackerError('object_does_not_exist', {
    kind: 'classification',
    field: 'classification',
    value: name,
    accepted,
  })
}
