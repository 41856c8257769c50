import { schema } from '../schema/index.js'
import type { Entity, Json, PlainReader, PlainRow, PlainWhere, StoredValue } from '../store/index.js'

/** Every entity of a tracker by name. */
export const entities: readonly (readonly [name: string, entity: Entity])[] = Object.entries(schema)

/** How many rows are in memory at once; few where each may hold a whole file. */
const rowsAtOnce = 1000
const filesAtOnce = 10

/** All rows of an entity in the order of its key, some at a time. */
export async function* rowsOf(
  tx: PlainReader,
  name: string,
  entity: Entity,
  limit = atOnce(entity),
): AsyncGenerator<PlainRow[]> {
  let last: PlainRow | undefined
  do {
    const rows = await nextRows(tx, name, entity, last, limit)
    if (rows.length > 0) yield rows
    last = rows[limit - 1]
  } while (last)
}

/** The rows that come after one in the order of the key, some of them. */
export async function nextRows(
  tx: PlainReader,
  name: string,
  entity: Entity,
  last: PlainRow | undefined,
  limit = atOnce(entity),
): Promise<PlainRow[]> {
  return tx.select({ from: name, where: last && after(entity.key, last), limit })
}

function atOnce({ columns }: Entity): number {
  const holdsFiles = Object.values(columns).some(({ type }) => type === 'bytes')
  return holdsFiles ? filesAtOnce : rowsAtOnce
}

/** What comes after a row in the order of the key. The first condition is all that an index needs. */
function after([col = '', ...rest]: readonly string[], row: PlainRow): PlainWhere {
  const value: StoredValue = row[col] ?? null
  if (rest.length === 0) return { col, gt: value }
  const later: PlainWhere = { or: [{ col, gt: value }, after(rest, row)] }
  return { and: [{ col, gte: value }, later] }
}

/** A row as a line of text: rows that are the same give the same, whatever the kind of their store. */
export function lineOf(name: string, entity: Entity, row: PlainRow): string {
  return JSON.stringify([name, asJson(entity, row)])
}

function asJson({ columns }: Entity, row: PlainRow): Json {
  return Object.fromEntries(Object.keys(columns).map((column) => [column, valueAsJson(row[column] ?? null)]))
}

function valueAsJson(value: StoredValue): Json {
  if (value instanceof Date) return value.getTime()
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
