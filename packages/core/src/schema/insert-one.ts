import type { EntityName, NewRow, Writer } from './schema.js'

/** Inserts one row of an entity whose key the store assigns. Returns that key. */
export async function insertOne<E extends EntityName>(tx: Writer, into: E, row: NewRow<E>): Promise<number> {
  const [key] = await tx.insert(into, [row])
  if (key === undefined) throw new Error(`the store assigned no key to a row of ${into}`)
  return key
}
