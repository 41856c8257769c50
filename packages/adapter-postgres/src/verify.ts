import {
  countersIn,
  missingColumns,
  missingIndex,
  missingIndexes,
  recountSql,
  wrongCounts,
  wrongCountsSql,
  type Dialect,
  type MissingIndex,
} from '@trackerkit/core/sql'
import type { Entity, Schema, StoreFault } from '@trackerkit/core/store'
import { hasTriggers } from './counting.js'
import { trigramIndexName } from './dialect.js'
import { quoteText } from './quote.js'
import type { Transaction } from './transaction.js'

/** Finds missing tables, columns and indexes, counts that do not match the rows, and counts that are no longer kept. */
export async function verify(tx: Transaction, dialect: Dialect, schema: Schema): Promise<StoreFault[]> {
  const faults: StoreFault[] = await missingTables(tx, dialect, schema)
  if (faults.length > 0) return faults
  for (const index of await indexesOf(tx, dialect, schema))
    faults.push(missingIndex(index, await duplicatesOf(tx, index)))
  for (const { entity, counters } of await storedCounters(tx, dialect, schema)) {
    const { rows } = await tx.run(wrongCountsSql(dialect, entity, counters))
    if (rows.length > 0) faults.push(wrongCounts(entity, counters))
    if (!(await hasTriggers(tx, dialect, entity)))
      faults.push({ text: `the triggers that keep the counts in ${counters.name} are missing`, isRepairable: true })
  }
  return faults
}

/** Counts the rows again, and creates missing indexes and triggers. Run it in a transaction that sees commits that it waited for. */
export async function reindex(tx: Transaction, dialect: Dialect, schema: Schema): Promise<void> {
  for (const index of await indexesOf(tx, dialect, schema))
    if (!(await duplicatesOf(tx, index))) await tx.run(index.create)
  for (const { entity, counters } of await storedCounters(tx, dialect, schema)) {
    await tx.run(`LOCK TABLE ${dialect.table(entity)} IN SHARE ROW EXCLUSIVE MODE`)
    const { counters: triggers } = dialect
    if (triggers && !(await hasTriggers(tx, dialect, entity)))
      for (const statement of [...triggers.drop(entity), ...triggers.create(entity, counters)]) await tx.run(statement)
    for (const statement of recountSql(dialect, entity, counters)) await tx.run(statement)
  }
}

/** Tables of counters may be missing, because not all databases can keep counts. */
async function missingTables(tx: Transaction, dialect: Dialect, schema: Schema): Promise<StoreFault[]> {
  const columns = new Map<string, Set<string>>()
  const { rows } = await tx.run(
    `SELECT t.entity, a.attname::text FROM ${entitiesSql(dialect, schema)} JOIN pg_attribute AS a ` +
      'ON a.attrelid = to_regclass(t.name) WHERE a.attnum > 0 AND NOT a.attisdropped',
  )
  for (const [entity, column] of rows)
    columns.set(String(entity), (columns.get(String(entity)) ?? new Set()).add(String(column)))
  const { counters: _, ...others } = dialect
  return missingColumns(others, schema, (entity) => columns.get(entity) ?? new Set())
}

/** The missing indexes. */
async function indexesOf(tx: Transaction, dialect: Dialect, schema: Schema): Promise<MissingIndex[]> {
  const { rows } = await tx.run(
    `SELECT c.relname::text FROM ${entitiesSql(dialect, schema)} JOIN pg_index AS i ON i.indrelid = to_regclass(t.name) ` +
      'JOIN pg_class AS c ON c.oid = i.indexrelid',
  )
  const existing = new Set(rows.map(([name]) => String(name)))
  const trigrams = trigramIndexes(dialect, schema).filter(({ name }) => !existing.has(name))
  return [...missingIndexes(dialect, schema, existing), ...trigrams]
}

/** They are missing if pg_trgm was installed after the tables were created. */
function trigramIndexes(dialect: Dialect, schema: Schema): MissingIndex[] {
  return Object.entries<Entity>(schema).flatMap(([name, entity]) =>
    Object.keys(entity.columns)
      .filter((column) => entity.columns[column]?.substringIndex)
      .flatMap((column) =>
        (dialect.substring?.create(name, entity, column) ?? []).map((create) => ({
          name: trigramIndexName(dialect, name, column),
          create,
          duplicates: undefined,
        })),
      ),
  )
}

async function duplicatesOf(tx: Transaction, { duplicates }: MissingIndex): Promise<readonly unknown[] | undefined> {
  return duplicates === undefined ? undefined : (await tx.run(duplicates)).rows[0]
}

/** The entities, and the names of their tables as SQL. */
function entitiesSql(dialect: Dialect, schema: Schema): string {
  const rows = Object.keys(schema).map((entity) => `(${quoteText(entity)}, ${quoteText(dialect.table(entity))})`)
  return `(VALUES ${rows.join(', ')}) AS t(entity, name)`
}

/** The counters whose tables exist. Databases without such triggers have none. */
async function storedCounters(tx: Transaction, dialect: Dialect, schema: Schema) {
  const found: ReturnType<typeof countersIn> = []
  for (const one of countersIn(schema)) {
    const { rows } = await tx.run(dialect.countTables(dialect.stored(one.counters.name)))
    if (rows[0]?.[0]) found.push(one)
  }
  return found
}
