import type { PlainRow } from './plain.js'
import type { Entity } from './schema-types.js'

/**
 * Rejects rows that `put` cannot write: stores would treat missing columns, and rows with the same key, differently.
 * @throws TypeError that names columns and no value, which may be secret
 */
export function requireWholeRows(name: string, { columns, key }: Entity, rows: readonly PlainRow[]): void {
  const names = Object.keys(columns)
  const keys = new Set<string>()
  for (const row of rows) {
    const missing = names.find((column) => row[column] === undefined)
    if (missing !== undefined) throw new TypeError(`put requires whole rows; ${name}.${missing} is missing`)
    keys.add(JSON.stringify(key.map((column) => row[column])))
  }
  if (keys.size === rows.length) return
  throw new TypeError(`put requires one row for each key; two have the same ${name}.${key.join(', ')}`)
}
