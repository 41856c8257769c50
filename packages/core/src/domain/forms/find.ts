// Forms by ID or name, as far as the caller can see them.
import { isAccessible } from '../../access/products.js'
import { requireRight, type Call } from '../../call/context.js'
import { requireFound, requireRefs, type Refs } from '../../call/define/refs.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row } from '../../schema/index.js'
import type { Product } from '../../setup/catalogue.js'
import { storable } from '../../store/index.js'
import { requireAdministrable } from '../products/find.js'
import type { FormBody } from './element.js'

type FormRow = Row<'forms'>
/** A form without its body, which is long. */
export type FormHead = Omit<FormRow, 'body'>

const columns = [
  'id',
  'name',
  'description',
  'product_id',
  'component_id',
  'title',
  'is_active',
  'sort_key',
] as const satisfies readonly (keyof FormHead)[]

/** Forms of products that the caller can access and of all products, in their order; all, or those with these IDs or names. */
export async function findForms(tx: Reader, call: Call, { ids, names }: Refs): Promise<FormHead[]> {
  const named = [
    { col: 'id', in: ids ?? [] },
    { col: 'name', in: (names ?? []).map(storable) },
  ] as const
  const where = ids || names ? { or: named } : { and: [] }
  const order = [{ col: 'sort_key' }, { col: 'name' }] as const
  const rows = await tx.select({ from: 'forms', where, order, columns })
  return rows.filter(({ product_id }) => {
    const product = product_id === null ? undefined : call.catalogue.products.get(product_id)
    return product_id === null || (product !== undefined && isAccessible(call, product))
  })
}

/** The bodies of forms, by ID. */
export async function loadBodies(tx: Reader, ids: readonly number[]): Promise<Map<number, FormBody>> {
  const rows = await tx.select({ from: 'forms', where: { col: 'id', in: ids }, columns: ['id', 'body'] })
  return new Map(rows.map(({ id, body }) => [id, body as FormBody]))
}

/** The forms, each once, which the caller may change. @throws params_required, object_does_not_exist, product_admin_denied, auth_failure */
export async function requireForms(tx: Reader, call: Call, refs: Refs): Promise<FormHead[]> {
  requireRefs(refs)
  const found = await findForms(tx, call, refs)
  requireFound(found, 'form', refs)
  for (const { product_id } of found) {
    const product = product_id === null ? undefined : call.catalogue.products.get(product_id)
    requireFormRight(call, product, refs.ids?.length ? 'ids' : 'names')
  }
  return found
}

/** Without a product the form is for all of them. @throws auth_failure, product_admin_denied */
export function requireFormRight(call: Call, product: Product | undefined, field: string): void {
  if (product) requireAdministrable(call, product, field)
  else requireRight(call, 'editcomponents', 'change forms of all products')
}

/** An active form for new bugs of the product. @throws object_does_not_exist */
export async function requireFormFor(tx: Reader, call: Call, product: Product, name: string): Promise<FormHead> {
  const usable = (await findForms(tx, call, {})).filter((form) => isFor(form, product))
  const form = usable.find((one) => one.name === name)
  if (form) return form
  const accepted = usable.map((one) => one.name)
  throw new TrackerError('object_does_not_exist', { kind: 'form', field: 'form', value: name, accepted })
}

export function isFor({ is_active, product_id }: FormHead, { id }: Pick<Product, 'id'>): boolean {
  return is_active && (product_id === null || product_id === id)
}

/** The form of an intake and its body, while it can be used for the product. */
export async function findFormOf(
  tx: Reader,
  { form_id, product_id }: Pick<Row<'intakes'>, 'form_id' | 'product_id'>,
): Promise<(FormHead & { readonly body: FormBody }) | undefined> {
  if (form_id === null) return undefined
  const [form] = await tx.select({ from: 'forms', where: { col: 'id', eq: form_id } })
  return form && isFor(form, { id: product_id }) ? { ...form, body: form.body as FormBody } : undefined
}

/** A component that forms refer to stays. @throws still_in_use */
export async function requireNoForms(
  tx: Reader,
  components: readonly { readonly id: number; readonly name: string }[],
): Promise<void> {
  const where = { col: 'component_id', in: components.map(({ id }) => id) } as const
  const [form] = await tx.select({ from: 'forms', where, columns: ['component_id'], limit: 1 })
  if (!form) return
  const value = components.find(({ id }) => id === form.component_id)?.name
  throw new TrackerError('still_in_use', { kind: 'component', field: 'names', value, by: 'forms' })
}
