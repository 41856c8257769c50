import { z } from 'zod'
import { audit } from '../audit/write.js'
import { touchCatalogue, type Product } from '../catalogue.js'
import type { Call } from '../context.js'
import { TrackerError } from '../errors.js'
import { id, line } from '../inputs.js'
import { defineWrite } from '../operation.js'
import type { Row, Writer } from '../schema/index.js'
import { fold } from '../store/index.js'
import { requireProduct } from './find.js'
import { productDescription, productName } from './inputs.js'

const values = {
  name: productName.optional(),
  default_milestone: line.optional(),
  description: productDescription.optional(),
  has_unconfirmed: z.boolean().optional(),
  is_open: z.boolean().optional(),
}

type Values = z.output<z.ZodObject<typeof values>>
type Changes = Record<string, { removed: string; added: string }>

/**
 * Changes products, all of them or none. Contract: Products, Update Product.
 *
 * `ids`, `names`: which ones. `name`: of one product only. `default_milestone`: the name of one of the product's milestones.
 * `is_open`: takes new bugs. The answer tells for each product what changed, booleans as '1' and '0'.
 *
 * @throws auth_failure (304) without editcomponents, params_required (50) when no product is named, object_does_not_exist
 *   (51) for a product, param_invalid (53) for a name on several products, product_blank_name (700), product_name_too_long (701),
 *   product_name_already_in_use (702), product_must_have_description (703), product_must_define_defaultmilestone (705)
 * @example const { products } = await admin.products.update({ names: ['Widgets'], is_open: false })
 */
export const updateProducts = defineWrite({
  name: 'products.update',
  summary: 'Change products',
  access: 'required',
  right: { group: 'editcomponents', action: 'change products' },
  input: z.strictObject({ ids: z.array(id).default([]), names: z.array(z.string()).default([]), ...values }),
  output: z.object({
    products: z.array(
      z.object({
        id: z.int(),
        changes: z.record(z.string(), z.object({ removed: z.string(), added: z.string() })),
      }),
    ),
  }),
  async run(tx, { ids, names, ...wanted }, call) {
    const products = new Set([
      ...ids.map((ref) => requireProduct(call, ref, 'ids')),
      ...names.map((ref) => requireProduct(call, ref, 'names')),
    ])
    if (products.size === 0) throw new TrackerError('params_required', { fields: ['ids', 'names'] })
    if (wanted.name !== undefined) requireFreeName(call, [...products], wanted.name)
    const plans = [...products].map((product) => ({ product, ...planUpdate(product, wanted) }))
    for (const { product, set, changes } of plans) await writeUpdate(tx, call, product, set, changes)
    if (plans.some(({ changes }) => Object.keys(changes).length > 0)) await touchCatalogue(tx)
    return { products: plans.map(({ product, changes }) => ({ id: product.id, changes })) }
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

/** The columns to write and what to tell of them. Pure. */
function planUpdate(product: Product, wanted: Values): { set: Partial<Row<'products'>>; changes: Changes } {
  const set: Partial<Row<'products'>> = {}
  const changes: Changes = {}
  const change = (field: string, before: string, after: string, columns: Partial<Row<'products'>>) => {
    if (before === after) return
    changes[field] = { removed: before, added: after }
    Object.assign(set, columns)
  }
  const { name, description, default_milestone, has_unconfirmed, is_open } = wanted
  if (name !== undefined) change('name', product.name, name, { name, name_folded: fold(name) })
  if (description !== undefined) change('description', product.description, description, { description })
  if (default_milestone !== undefined) {
    const before = product.milestones.find((one) => one.id === product.default_milestone_id)
    const after = requireMilestone(product, default_milestone)
    change('default_milestone', before?.name ?? '', after.name, { default_milestone_id: after.id })
  }
  if (has_unconfirmed !== undefined)
    change('has_unconfirmed', flag(product.has_unconfirmed), flag(has_unconfirmed), { has_unconfirmed })
  if (is_open !== undefined) change('is_open', flag(product.is_active), flag(is_open), { is_active: is_open })
  return { set, changes }
}

function requireMilestone(product: Product, name: string) {
  const found = product.milestones.find((one) => one.name_folded === fold(name))
  if (found) return found
  throw new TrackerError('product_must_define_defaultmilestone', {
    field: 'default_milestone',
    value: name,
    accepted: product.milestones.map((one) => one.name),
  })
}

async function writeUpdate(
  tx: Writer,
  call: Call,
  product: Product,
  set: Partial<Row<'products'>>,
  changes: Changes,
): Promise<void> {
  if (Object.keys(set).length === 0) return
  await tx.update('products', { col: 'id', eq: product.id }, set)
  const audited = Object.entries(changes).map(([field, change]) => ({ field, ...change }))
  await audit(tx, call, 'Product', product.id, audited)
}

function flag(value: boolean): string {
  return value ? '1' : '0'
}
