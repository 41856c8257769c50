import type { UpsertParts } from './dialect.js'

/** A row that is nothing but its key is there already when its key is. */
export function upsertSql({ table, columns, key, values }: UpsertParts): string {
  const changes = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`)
  const action = changes.length === 0 ? 'NOTHING' : `UPDATE SET ${changes.join(', ')}`
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values} ON CONFLICT (${key.join(', ')}) DO ${action}`
}
