// Parts of the schema that a database lacks, for example after some statements of a restore have failed.
import type { Entity, Schema, StoreFault } from '../store/index.js'
import { countersTable } from './counters.js'
import { createIndexSql } from './ddl.js'
import type { Dialect, StoredEntity } from './dialect.js'
import { objectName } from './names.js'

/** Returns a fault for each missing table, and for each missing column of others. `columns` returns those of an entity. */
export function missingColumns(
  dialect: Dialect,
  schema: Schema,
  columns: (entity: string) => ReadonlySet<string>,
): StoreFault[] {
  return Object.entries(tablesOf(dialect, schema)).flatMap(([name, entity]) => {
    const existing = columns(name)
    const table = dialect.stored(name)
    if (existing.size === 0) return [{ text: `the table ${table} is missing`, isRepairable: false }]
    return Object.keys(entity.columns)
      .filter((column) => !existing.has(column))
      .map((column) => ({ text: `the column ${column} of the table ${table} is missing`, isRepairable: false }))
  })
}

function tablesOf(dialect: Dialect, schema: Schema): Record<string, StoredEntity> {
  const counters = Object.values<Entity>(schema).flatMap((entity) =>
    entity.counters && dialect.counters
      ? [[entity.counters.name, countersTable(entity, entity.counters)] as const]
      : [],
  )
  return { ...schema, ...Object.fromEntries(counters) }
}

/** An index that a database lacks. */
export interface MissingIndex {
  readonly name: string
  readonly create: string
  /**
   * Selects two rows that the index would have rejected, by their IDs if they have one. Undefined for an index that
   * rejects none.
   */
  readonly duplicates: string | undefined
}

/** Returns the indexes of the schema other than those named. */
export function missingIndexes(dialect: Dialect, schema: Schema, existing: ReadonlySet<string>): MissingIndex[] {
  return Object.entries<Entity>(schema).flatMap(([name, entity]) => {
    const index = (isUnique: boolean) => (columns: readonly string[]) => ({
      name: objectName(isUnique ? 'unique' : 'index', dialect.stored(name), columns),
      create: createIndexSql(dialect, name, entity, columns, isUnique),
      duplicates: isUnique ? duplicatesSql(dialect, name, entity, columns) : undefined,
    })
    const all = [...(entity.unique ?? []).map(index(true)), ...(entity.index ?? []).map(index(false))]
    return all.filter((one) => !existing.has(one.name))
  })
}

/** Nulls differ from each other. */
function duplicatesSql(dialect: Dialect, name: string, entity: Entity, columns: readonly string[]): string {
  const [id = ''] = entity.autoId ? entity.key.map((column) => dialect.quote(column)) : []
  const found = id === '' ? '1' : `min(${id}), max(${id})`
  const names = columns.map((column) => dialect.quote(column))
  const where = names.map((name) => `${name} IS NOT NULL`).join(' AND ')
  return `SELECT ${found} FROM ${dialect.table(name)} WHERE ${where} GROUP BY ${names.join(', ')} HAVING count(*) > 1 LIMIT 1`
}

/** The fault of a missing index. It can be created unless `duplicates` selects something. */
export function missingIndex({ name }: MissingIndex, duplicates: readonly unknown[] | undefined): StoreFault {
  const text = `the index ${name} is missing`
  if (duplicates === undefined) return { text, isRepairable: true }
  const ids = duplicates.length === 2 ? `, such as those with the IDs ${duplicates.join(' and ')}` : ''
  return { text: `${text}, and there are rows that it does not permit${ids}`, isRepairable: false, isDamage: false }
}
