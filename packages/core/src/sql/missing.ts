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
  /** Returns rows if others have been written that the index would have rejected. Undefined for one that rejects none. */
  readonly duplicates: string | undefined
}

/** Returns the indexes of the schema other than those named. */
export function missingIndexes(dialect: Dialect, schema: Schema, existing: ReadonlySet<string>): MissingIndex[] {
  return Object.entries<Entity>(schema).flatMap(([name, entity]) => {
    const index = (isUnique: boolean) => (columns: readonly string[]) => ({
      name: objectName(isUnique ? 'unique' : 'index', dialect.stored(name), columns),
      create: createIndexSql(dialect, name, entity, columns, isUnique),
      duplicates: isUnique ? duplicatesSql(dialect, name, columns) : undefined,
    })
    const all = [...(entity.unique ?? []).map(index(true)), ...(entity.index ?? []).map(index(false))]
    return all.filter((one) => !existing.has(one.name))
  })
}

/** Nulls differ from each other. */
function duplicatesSql(dialect: Dialect, entity: string, columns: readonly string[]): string {
  const names = columns.map((column) => dialect.quote(column))
  const where = names.map((name) => `${name} IS NOT NULL`).join(' AND ')
  return `SELECT 1 FROM ${dialect.table(entity)} WHERE ${where} GROUP BY ${names.join(', ')} HAVING count(*) > 1 LIMIT 1`
}

/** The fault of a missing index. It can be created unless there are duplicates. */
export function missingIndex({ name }: MissingIndex, hasDuplicates: boolean): StoreFault {
  if (!hasDuplicates) return { text: `the index ${name} is missing`, isRepairable: true }
  return { text: `the index ${name} is missing, and there are rows that it does not permit`, isRepairable: false }
}
