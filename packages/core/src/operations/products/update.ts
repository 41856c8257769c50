import * as z from 'zod'
import { changedObject, createPlan, writePlans, type Plan } from '../../domain/audit/plan.js'
import type { Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { id, line, list, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { fold } from '../../store/index.js'
import { requireAdministrableProducts, requireSomeAdministrable } from '../../domain/products/find.js'
import { bugDescriptionTemplate, productDescription, productName } from '../../domain/products/inputs.js'
import { planTemplate } from '../../domain/products/plan-template.js'

const values = {
  name: productName.optional().meta({ description: 'New name, for a single product only.' }),
  default_milestone: line.optional().meta({ description: 'Name of a milestone of the product.' }),
  description: productDescription.optional().meta({ description: 'Description in simple HTML, stored unchanged.' }),
  has_unconfirmed: z.boolean().optional().meta({ description: 'New bugs can be UNCONFIRMED.' }),
  is_open: z.boolean().optional().meta({ description: 'Open for new bugs.' }),
  bug_description_template: bugDescriptionTemplate.optional(),
}

type Values = z.output<z.ZodObject<typeof values>>

// Contract: Products, Update Product.
export const updateProducts = defineWrite({
  name: 'products.update',
  summary: 'Update products',
  description:
    'Updates products, all of them or none. For members of editcomponents, and of groups that have this ' +
    'right within the product.\n\n' +
    "The response contains the changes of each product, booleans as '1' and '0'.\n\n" +
    'Fails with `auth_failure` without this right in any product; `product_admin_denied` for a product ' +
    'that the caller does not administer; `params_required` without names or ids; ' +
    '`object_does_not_exist` for a product; `param_invalid` for a name with several products; ' +
    '`value_inactive` for an inactive milestone.',
  errors: [
    'auth_failure',
    'product_admin_denied',
    'params_required',
    'object_does_not_exist',
    'param_invalid',
    'product_blank_name',
    'product_name_too_long',
    'product_name_already_in_use',
    'product_must_have_description',
    'product_must_define_defaultmilestone',
    'value_inactive',
    'text_too_long',
  ],
  examples: [
    {
      title: 'Close a product for new bugs',
      code: "const { products } = await admin.products.update({ names: ['Widgets'], is_open: false })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the products.' }),
    names: list(word).default([]).meta({ description: 'Names of the products.' }),
    ...values,
  }),
  output: z.object({
    products: z.array(changedObject).meta({ description: 'Changes of each product. Booleans are `1` and `0`.' }),
  }),
  async run(tx, { ids, names, ...wanted }, call) {
    requireSomeAdministrable(call, 'change products')
    const products = requireAdministrableProducts(call, { ids, names })
    if (products.length === 0) throw new TrackerError('params_required', { fields: ['ids', 'names'] })
    if (wanted.name !== undefined) requireFreeName(call, products, wanted.name)
    const plans = products.map((product) => [product.id, planProductUpdate(product, wanted)] as const)
    return { products: await writePlans(tx, call, 'products', plans) }
  },
})

function requireFreeName({ catalogue }: Call, products: readonly Product[], name: string): void {
  if (products.length > 1) {
    throw new TrackerError('param_invalid', {
      field: 'name',
      value: name,
      problem: 'only one product at a time can be renamed',
    })
  }
  const holder = catalogue.products.named(name)
  if (holder && holder !== products[0])
    throw new TrackerError('product_name_already_in_use', { field: 'name', value: name })
}

function planProductUpdate(product: Product, wanted: Values): Plan<'products'> {
  const plan = createPlan<'products'>()
  plan.change('name', product.name, wanted.name, (name) => ({ name, name_folded: fold(name) }))
  plan.change('description', product.description, wanted.description, (description) => ({ description }))
  if (wanted.default_milestone !== undefined) {
    const before = product.milestones.find((one) => one.id === product.default_milestone_id)
    const after = requireMilestone(product, wanted.default_milestone)
    plan.change('default_milestone', before?.name ?? '', after.name, () => ({ default_milestone_id: after.id }))
  }
  plan.change('has_unconfirmed', product.has_unconfirmed, wanted.has_unconfirmed, (has_unconfirmed) => ({
    has_unconfirmed,
  }))
  plan.change('is_open', product.is_active, wanted.is_open, (is_active) => ({ is_active }))
  planTemplate(plan, product, wanted)
  return plan
}

function requireMilestone(product: Product, name: string) {
  const found = product.milestones.find((one) => one.name_folded === fold(name))
  const isKept = found?.id === product.default_milestone_id
  if (found && !found.is_active && !isKept)
    throw new TrackerError('value_inactive', { kind: 'milestone', field: 'default_milestone', value: name })
  if (found) return found
  throw new TrackerError('product_must_define_defaultmilestone', {
    field: 'default_milestone',
    value: name,
    accepted: product.milestones.map((one) => one.name),
  })
}
