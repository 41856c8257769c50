// Plans an administrative update of one object: its columns, response and audit log.
import * as z from 'zod'
import { bumpCatalogueVersion, type Catalogue } from '../../setup/catalogue.js'
import { bumpProducts } from '../../setup/product-changes.js'
import type { Call } from '../../call/context.js'
import type { AuditedEntity, ColumnOf, Row, Where, Writer } from '../../schema/index.js'
import { audit } from './write.js'

const fieldChange = z
  .object({
    removed: z.string().meta({ description: 'Previous value; for a list, the removed members.' }),
    added: z.string().meta({ description: 'New value; for a list, the added members.' }),
  })
  .meta({
    id: 'FieldChange',
    description: 'Change of one field. Booleans are `1` and `0`; no value is an empty string.',
  })

/** The changes of an update in responses, by field. */
export const changesView = z.record(z.string(), fieldChange)

export const changedObject = z
  .object({
    id: z.int().meta({ description: 'ID of the changed object.' }),
    changes: changesView.meta({
      description: 'Changes by field name. Booleans are `1` and `0`; no value is an empty string.',
    }),
  })
  .meta({ id: 'Changed', description: 'Changes of one object.' })

type Changes = z.output<typeof changesView>
type Plain = string | number | boolean | null

/** The entities whose rows administrators change one by one. All have an int `id`. */
type Administered = { [E in AuditedEntity]: 'id' extends ColumnOf<E, 'int'> ? E : never }[AuditedEntity]

export interface Plan<E extends Administered> {
  readonly set: Partial<Row<E>>
  readonly changes: Changes
  /** Notes that a field becomes `after`, unless it is that already or `after` is undefined. */
  change<V extends Plain>(field: string, before: V, after: V | undefined, columns: (after: V) => Partial<Row<E>>): void
}

export function createPlan<E extends Administered>(): Plan<E> {
  const set: Partial<Row<E>> = {}
  const changes: Changes = {}
  return {
    set,
    changes,
    change(field, before, after, columns) {
      if (after === undefined || after === before) return
      changes[field] = { removed: text(before), added: text(after) }
      Object.assign(set, columns(after))
    },
  }
}

/**
 * Writes and logs the plans by row, and marks the catalogue as changed if there is any change.
 * @returns the response: for each row its ID and changes
 */
export async function writePlans<E extends Administered>(
  tx: Writer,
  call: Call,
  entity: E,
  plans: readonly (readonly [id: number, plan: Plan<E>])[],
): Promise<{ id: number; changes: Changes }[]> {
  for (const [id, plan] of plans) await writePlan(tx, call, entity, id, plan)
  const changed = plans.filter(([, { changes }]) => Object.keys(changes).length > 0).map(([id]) => id)
  if (changed.length > 0) await bumpFor(tx, call, entity, changed)
  return plans.map(([id, { changes }]) => ({ id, changes }))
}

async function bumpFor(tx: Writer, call: Call, entity: Administered, ids: readonly number[]): Promise<void> {
  const productIds = ids.map((id) => productIdOf(call.catalogue, entity, id)).filter((id) => id !== undefined)
  if (productIds.length === ids.length) await bumpProducts(tx, productIds)
  else await bumpCatalogueVersion(tx)
}

/** Returns the only product that a change of this row affects, if there is one. */
function productIdOf(catalogue: Catalogue, entity: Administered, id: number): number | undefined {
  if (entity === 'products') return id
  const isPart = entity === 'components' || entity === 'versions' || entity === 'milestones'
  return isPart ? catalogue[entity].get(id)?.product_id : undefined
}

/** Writes and logs the plan of one row. */
export async function writePlan<E extends Administered>(
  tx: Writer,
  call: Call,
  entity: E,
  id: number,
  { set, changes }: Plan<E>,
): Promise<void> {
  const byId = { col: 'id', eq: id } as unknown as Where<E>
  if (Object.keys(set).length > 0) await tx.update(entity, byId, set)
  const audited = Object.entries(changes).map(([field, change]) => ({ field, ...change }))
  await audit(tx, call, entity, id, audited)
}

function text(value: Plain): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value ?? '')
}
