import { z } from 'zod'
import { changedObject, createPlan, writePlans, type Plan } from '../../domain/audit/plan.js'
import type { Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { id, line, list, word } from '../../define/inputs.js'
import { defineWrite } from '../../define/operation.js'
import { fold } from '../../store/index.js'
import { requireAdministrableProducts, requireSomeAdministrable } from '../../domain/products/find.js'
import { productDescription, productName } from '../../domain/products/inputs.js'

const values = {
  name: productName.optional(),
  default_milestone: line.optional(),
  description: productDescription.optional(),
  has_unconfirmed: z.boolean().optional(),
  is_open: z.boolean().optional(),
}

type Values = z.output<z.ZodObject<typeof values>>

/**
 * Changes products, all of them or none. For members of editcomponents, and of groups that have this right within the product.
 * Contract: Products, Update Product.
 *
 * `ids`, `names`: which ones. `name`: of one product only. `default_milestone`: the name of one of the product's milestones.
 * `is_open`: takes new bugs. The answer tells for each product what changed, booleans as '1' and '0'.
 *
 * @throws auth_failure (304) without that right anywhere, product_admin_denied (304) for a product of others, params_required
 *   (50) when no product is named, object_does_not_exist (51) for a product, param_invalid (53) for a name on several products,
 *   product_blank_name (700), product_name_too_long (701),
 *   product_name_already_in_use (702), product_must_have_description (703), product_must_define_defaultmilestone (705),
 *   value_inactive for a milestone that is out of use
 * @example const { products } = await admin.products.update({ names: ['Widgets'], is_open: false })
 */
export const updateProducts = defineWrite({
  name: 'products.update',
  summary: 'Change products',
  access: 'required',
  input: z.strictObject({ ids: list(id).default([]), names: list(word).default([]), ...values }),
  output: z.object({ products: z.array(changedObject) }),
  async run(tx, { ids, names, ...wanted }, call) {
    requireSomeAdministrable(call, 'change products')
    const products = requireAdministrableProducts(call, { ids, names })
    if (products.length === 0) throw new TrackerError('params_required', { fields: ['ids', 'names'] })
    if (wanted.name !== undefined) requireFreeName(call, products, wanted.name)
    const plans = products.map((product) => [product.id, planProductUpdate(product, wanted)] as const)
    return { products: await writePlans(tx, call, 'Product', 'products', plans) }
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
