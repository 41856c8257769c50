// Intakes by ID or name, as far as the caller may change them.
import { hasProductRight } from '../../access/permissions.js'
import { isAccessible } from '../../access/products.js'
import type { Call } from '../../call/context.js'
import { requireFound, requireRefs, type Refs } from '../../call/define/refs.js'
import { TrackerError } from '../../kernel/errors.js'
import { must } from '../../kernel/must.js'
import type { Reader, Row } from '../../schema/index.js'
import type { Product } from '../../setup/catalogue.js'
import { storable } from '../../store/index.js'

export type Intake = Row<'intakes'>

/** Where a new bug is filed. */
export interface Place {
  readonly product: string
  readonly component: string
  readonly version: string
}

/** Intakes of products that the caller may administer, by name; all of them, or those with these IDs or names. */
export async function findIntakes(tx: Reader, call: Call, { ids, names }: Refs): Promise<Intake[]> {
  const named = [
    { col: 'id', in: ids ?? [] },
    { col: 'name', in: (names ?? []).map(storable) },
  ] as const
  const where = ids || names ? { or: named } : { and: [] }
  const rows = await tx.select({ from: 'intakes', where, order: [{ col: 'name' }] })
  return rows.filter(({ product_id }) => mayAdminister(call, product_id))
}

/** The intakes, each once. @throws params_required, object_does_not_exist */
export async function requireIntakes(tx: Reader, call: Call, refs: Refs): Promise<Intake[]> {
  requireRefs(refs)
  const found = await findIntakes(tx, call, refs)
  requireFound(found, 'intake', refs)
  return found
}

/** Where new bugs are filed. @throws object_does_not_exist */
export function requirePlace(
  { components, versions }: Product,
  wanted: { readonly component: string; readonly version: string },
): { component_id: number; version_id: number } {
  const named = <T extends { readonly name: string }>(all: readonly T[], field: 'component' | 'version') => {
    const found = all.find(({ name }) => name === wanted[field])
    if (found) return found
    throw new TrackerError('object_does_not_exist', { kind: field, field, value: wanted[field] })
  }
  return { component_id: named(components, 'component').id, version_id: named(versions, 'version').id }
}

/** A component or version that intakes refer to stays. @throws still_in_use */
export async function requireNoIntakes(
  tx: Reader,
  column: 'component_id' | 'version_id',
  parts: readonly { readonly id: number; readonly name: string }[],
): Promise<void> {
  const where = { col: column, in: parts.map(({ id }) => id) } as const
  const [intake] = await tx.select({ from: 'intakes', where, limit: 1 })
  if (!intake) return
  const value = parts.find(({ id }) => id === intake[column])?.name
  const kind = column === 'component_id' ? 'component' : 'version'
  throw new TrackerError('still_in_use', { kind, field: 'names', value, by: 'intakes' })
}

export function placeOf({ catalogue }: Pick<Call, 'catalogue'>, intake: Intake): Place {
  const product = must(catalogue.products.get(intake.product_id), 'product', intake.product_id)
  const component = must(catalogue.components.get(intake.component_id), 'component', intake.component_id)
  const version = must(catalogue.versions.get(intake.version_id), 'version', intake.version_id)
  return { product: product.name, component: component.name, version: version.name }
}

/** The active intake with this key. */
export async function findIntakeByKey(tx: Reader, key: string): Promise<Intake | undefined> {
  const [intake] = await tx.select({ from: 'intakes', where: { col: 'key', eq: storable(key) } })
  return intake?.is_active ? intake : undefined
}

function mayAdminister(call: Call, productId: number): boolean {
  const product = call.catalogue.products.get(productId)
  return product !== undefined && isAccessible(call, product) && hasProductRight(call, product, 'editcomponents')
}
