import { insertOne } from '../../schema/insert-one.js'
import { z } from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { isOn, bumpCatalogueVersion } from '../../setup/catalogue.js'
import { unclassifiedId } from '../../domain/classifications/inputs.js'
import { isVisibleClassification } from '../../access/visible-classifications.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { addGroup } from '../../domain/groups/add.js'
import { line } from '../../define/inputs.js'
import { defineWrite, problem } from '../../define/operation.js'
import type { Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { nameWithin, productDescription, productName } from '../../domain/products/inputs.js'
import { addRelease } from '../../domain/products/releases.js'
import { createdObject } from '../../define/outputs.js'

const input = z.strictObject({
  name: productName.meta({ description: '1 to 64 characters, unique without regard to case.' }),
  description: productDescription.meta({ description: 'Simple HTML, kept as it is.' }),
  version: nameWithin('version')
    .refine((name) => name !== '', problem('product_must_have_version'))
    .meta({ description: 'The first version.' }),
  classification: line
    .refine((name) => name !== '', problem('object_not_specified'))
    .optional()
    .meta({ description: "By name, default 'Unclassified'." }),
  has_unconfirmed: z.boolean().default(true).meta({ description: 'New bugs can be UNCONFIRMED.' }),
  default_milestone: nameWithin('milestone')
    .default('')
    .meta({ description: "'---' when left out or blank, and while milestones are not in use." }),
  is_open: z.boolean().default(true).meta({ description: 'Takes new bugs.' }),
  create_series: z.boolean().default(true).meta({ description: 'Accepted, without effect: there are no charts.' }),
})

// Contract: Products, Create Product.
export const createProduct = defineWrite({
  name: 'products.create',
  summary: 'Create a product',
  description:
    'Creates a product, with its first version and its default milestone. It takes bugs once it has a component.\n\n' +
    '`create_series` is accepted and has no effect: there are no charts.\n\n' +
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
      title: 'A product with its first version',
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
    const id = await insertOne(tx, 'products', {
      classification_id: classificationId(call, product.classification),
      name: product.name,
      name_folded: fold(product.name),
      description: product.description,
      is_active: product.is_open,
      has_unconfirmed: product.has_unconfirmed,
    })
    await auditCreation(tx, call, 'products', id, product.name)
    await addRelease(tx, call, 'versions', { ...plainRelease, product_id: id, name: product.version })
    const usesMilestones = isOn(catalogue, 'usetargetmilestone')
    await addDefaultMilestone(tx, call, id, (usesMilestones && product.default_milestone) || '---')
    if (isOn(catalogue, 'makeproductgroups')) await addProductGroup(tx, call, id, product.name)
    await bumpCatalogueVersion(tx)
    return { id }
  },
})

const plainRelease = { sort_key: 0, is_active: true }

function classificationId(call: Call, name: string | undefined): number {
  if (name === undefined) return unclassifiedId
  const { classifications } = call.catalogue
  const visible = [...classifications].filter((one) => isVisibleClassification(call, one))
  const found = visible.find((one) => one === classifications.named(name))
  if (found) return found.id
  const accepted = visible.map((one) => one.name)
  throw new TrackerError('object_does_not_exist', {
    kind: 'classification',
    field: 'classification',
    value: name,
    accepted,
  })
}

async function addDefaultMilestone(tx: Writer, call: Call, product_id: number, name: string): Promise<void> {
  const id = await addRelease(tx, call, 'milestones', { ...plainRelease, product_id, name })
  await tx.update('products', { col: 'id', eq: product_id }, { default_milestone_id: id })
}

/** A group of the product's name that its members' bugs are in unless they say otherwise. */
async function addProductGroup(tx: Writer, call: Call, product_id: number, product: string): Promise<void> {
  const name = freeGroupName(call, product)
  const group_id = await addGroup(tx, call, {
    name,
    name_folded: fold(name),
    description: `Access to bugs in ${product}`,
    is_bug_group: true,
    user_regexp: '',
    is_active: true,
  })
  await tx.insert('group_controls', [
    {
      product_id,
      group_id,
      member_control: 'default',
      other_control: 'na',
      entry: false,
      canedit: false,
      editcomponents: false,
      editbugs: false,
      canconfirm: false,
    },
  ])
}

function freeGroupName({ catalogue }: Call, name: string): string {
  let free = name
  for (let number = 1; catalogue.groups.named(free); number++) free = `${name} ${number}`
  return free
}
