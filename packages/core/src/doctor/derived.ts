// Finds and repairs derived columns with the same computation.
import { schema, type Reader, type Writer } from '../schema/index.js'
import {
  compareValues,
  type Entity,
  type PlainRow,
  type PlainWhere,
  type PlainWriter,
  type StoredValue,
} from '../store/index.js'
import type { Derivation } from './check.js'
import { placeOf, type Problem } from './problem.js'

/** A row and the correct values of its wrong derived columns. */
export interface WrongRow {
  readonly row: PlainRow
  readonly right: PlainRow
}

/** Those of the rows in which a derived column is wrong. */
export async function wrongRows(tx: Reader, derived: Derivation, rows: readonly PlainRow[]): Promise<WrongRow[]> {
  const expected = await derived.derive(tx, rows)
  return rows.flatMap((row, index) => {
    const wrong = Object.entries(expected[index] ?? {}).filter(([column, value]) => !isSame(row[column] ?? null, value))
    return wrong.length > 0 ? [{ row, right: Object.fromEntries(wrong) }] : []
  })
}

/** Lists have no order among them. */
function isSame(a: StoredValue, b: StoredValue): boolean {
  return Array.isArray(a) && Array.isArray(b) ? JSON.stringify(a) === JSON.stringify(b) : compareValues(a, b) === 0
}

/** A problem for each wrong column. */
export function problemsOf({ name, entity }: Derivation, { row, right }: WrongRow): Problem[] {
  const { key, columns }: Entity = schema[entity]
  return Object.entries(right).map(([column, value]) => {
    const isText = columns[column]?.type === 'text'
    const text = isText
      ? `${column} does not follow from what it is made of`
      : `${column} is ${JSON.stringify(row[column])} and should be ${JSON.stringify(value)}`
    return { check: name, place: placeOf(entity, key, row), text, isRepairable: !key.includes(column) }
  })
}

/** Writes the correct values to the row, except its key: others may refer to it. @throws StoreError `unique` */
export async function mend(tx: Writer, { entity }: Derivation, { row, right }: WrongRow): Promise<void> {
  const { key }: Entity = schema[entity]
  const set = Object.fromEntries(Object.entries(right).filter(([column]) => !key.includes(column)))
  if (Object.keys(set).length > 0) await (tx as unknown as PlainWriter).update(entity, keyOf(key, row), set)
}

/** The condition that only this row satisfies. */
export function keyOf(key: readonly string[], row: PlainRow): PlainWhere {
  return { and: key.map((col) => ({ col, eq: row[col] ?? null })) }
}
