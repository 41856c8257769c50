// The numbers of bugs that were deleted are never given again, in copies neither.
import type { Column, Entity, PlainRow, PlainWriter, StoredValue } from '../../store/index.js'

/** The highest ID of a deleted bug, as the audit log lists it; NULL if none was deleted. */
export async function lastDeletedBug(tx: Pick<PlainWriter, 'select'>): Promise<number | null> {
  const [last] = await tx.select({
    from: 'audit_log',
    where: {
      and: [
        { col: 'class', eq: 'Erasure' },
        { col: 'field', eq: 'bugs.delete' },
      ],
    },
    order: [{ col: 'object_id', desc: true }],
    limit: 1,
    columns: ['object_id'],
  })
  return (last?.object_id as number | undefined) ?? null
}

/** Makes IDs of new bugs follow all deleted ones. */
export async function keepNumbers(tx: PlainWriter, bugs: Entity): Promise<void> {
  const id = await lastDeletedBug(tx)
  if (id === null) return
  // A store gives numbers above the highest that it has ever been given.
  const row: PlainRow = Object.fromEntries(Object.entries(bugs.columns).map(([name, column]) => [name, blank(column)]))
  if ((await tx.count('bugs', { col: 'id', gte: id })) > 0) return
  await tx.insert('bugs', [{ ...row, id }])
  await tx.delete('bugs', { col: 'id', eq: id })
}

function blank({ type, nullable }: Column): StoredValue {
  if (nullable) return null
  const values: Record<Column['type'], StoredValue> = {
    ...{ int: 0, real: 0, text: '', bool: false, json: {} },
    ...{ time: new Date(0), bytes: new Uint8Array() },
  }
  return values[type]
}
