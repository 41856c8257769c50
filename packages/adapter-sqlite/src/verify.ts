import { countersIn, objectName, recountSql, wrongCounts, wrongCountsSql, type Dialect } from '@trackerkit/core/sql'
import { isStoreError, type Entity, type Schema, type StoreFault } from '@trackerkit/core/store'
import type { Connection } from './connection.js'
import { sqliteCode } from './errors.js'
import { createMissing, missingParts, missingTables, namesOf } from './missing.js'
import { quote } from './quote.js'
import { readSnapshot } from './transaction.js'
import { createIndexSql, hasRowId } from './trigrams.js'

const mostReported = 100

/**
 * Faults of an index that does not match its table. Rebuilding the index does not repair duplicates of unique values.
 */
const aboutIndex =
  /^(row \d+ missing from index|wrong # of entries in index|malformed inverted index|unable to validate the inverted index|fts5: )/

interface Place {
  readonly entity: string
  readonly table: string
  readonly key: string
  readonly column: string
}

/**
 * Runs `verify` on a separate connection and closes it: a used connection caches parts of trigram indexes from before
 * others wrote to them.
 */
export async function verifyFile(connection: Connection, dialect: Dialect, schema: Schema): Promise<StoreFault[]> {
  try {
    return await readSnapshot(connection, () => verify(connection, dialect, schema))
  } catch (error) {
    return [damage(error)]
  } finally {
    connection.close()
  }
}

/** A file that cannot be looked at to the end is damaged too. */
function damage(error: unknown): StoreFault {
  const cause = isStoreError(error) ? error.cause : error
  if (!(cause instanceof Error) || !sqliteCode(cause)?.startsWith('SQLITE_CORRUPT')) throw error
  return { text: `SQLite finds: ${cause.message}`, isRepairable: false }
}

/** Faults that SQLite finds in the file, and indexes of trigrams and counts that do not match the rows. */
export function verify(connection: Connection, dialect: Dialect, schema: Schema): StoreFault[] {
  const told = connection.all(`PRAGMA integrity_check(${mostReported})`, []).flat().map(String)
  const faults = told
    .filter((text) => text !== 'ok')
    .map((text) => ({ text: `SQLite finds: ${text}`, isRepairable: aboutIndex.test(text) }))
  if (faults.some(({ isRepairable }) => !isRepairable)) return faults
  const incomplete = missingTables(connection, dialect, schema)
  if (incomplete.length > 0) return [...faults, ...incomplete]
  const missing = missingParts(connection, dialect, schema)
  const unreadable = unreadableRows(connection, dialect, schema)
  if (unreadable.length > 0) return [...faults, ...unreadable]
  const tables = namesOf(connection, ['table'])
  const stale = substringIndexes(dialect, schema).filter(
    (place) => tables.has(indexOf(place)) && isStale(connection, place),
  )
  const wrong = countersIn(schema).filter(
    ({ entity, counters }) => connection.all(wrongCountsSql(dialect, entity, counters), []).length > 0,
  )
  return [
    ...faults,
    ...missing,
    ...wrong.map(({ entity, counters }) => wrongCounts(entity, counters)),
    ...stale.map(({ entity, column }) => ({
      text: `the index by which texts are found in ${entity}.${column} does not say what the texts say`,
      isRepairable: true,
    })),
  ]
}

/** Rows with JSON that cannot be read, as SQLite has no checksums by which it would notice. */
function unreadableRows(connection: Connection, dialect: Dialect, schema: Schema): StoreFault[] {
  return Object.entries<Entity>(schema).flatMap(([entity, { columns, key }]) =>
    Object.keys(columns)
      .filter((name) => columns[name]?.type === 'json')
      .flatMap((name) => {
        const [table, column, ...keys] = [dialect.stored(entity), name, ...key].map(quote)
        // Texts in keys are of people, and are not repeated.
        const isNumber = key.every((one) => columns[one]?.type === 'int')
        const sql = `SELECT ${keys.join(', ')} FROM ${table} WHERE json_valid(${column}) = 0 LIMIT ${mostReported}`
        return connection.all(sql, []).map((row) => ({
          text: `${entity} ${isNumber ? row.join(' ') : '(one of its rows)'}: its ${name} is not JSON`,
          isRepairable: false,
        }))
      }),
  )
}

/** Creates missing indexes and triggers, and rebuilds all indexes and counts. Run it in a transaction. */
export function reindex(connection: Connection, dialect: Dialect, schema: Schema): void {
  createMissing(connection, dialect, schema)
  connection.run('REINDEX', [])
  for (const place of substringIndexes(dialect, schema)) {
    const index = nameOf(place)
    connection.run(`INSERT INTO ${index}(${index}) VALUES ('rebuild')`, [])
  }
  for (const { entity, counters } of countersIn(schema))
    for (const statement of recountSql(dialect, entity, counters)) connection.run(statement, [])
}

/** All indexes of trigrams, by their names as SQL. */
export function namesOfSubstringIndexes(dialect: Dialect, schema: Schema): string[] {
  return substringIndexes(dialect, schema).map(nameOf)
}

function substringIndexes(dialect: Dialect, schema: Schema): Place[] {
  return Object.entries<Entity>(schema).flatMap(([entity, declared]) =>
    Object.entries(declared.columns)
      .filter(([, column]) => column.substringIndex && hasRowId(declared))
      .map(([column]) => ({ entity, table: dialect.stored(entity), column, key: declared.key[0] ?? '' })),
  )
}

function indexOf({ table, column }: Place): string {
  return objectName('substring', table, [column])
}

function nameOf(place: Place): string {
  return quote(indexOf(place))
}

/**
 * True if the index differs from a temporary one built from the current texts: FTS5's own check needs write access. For
 * each trigram, it compares the number of rows and their keys.
 */
function isStale(connection: Connection, place: Place): boolean {
  const [table, text, key] = [place.table, place.column, place.key].map(quote)
  const steps = [
    createIndexSql('temp.fresh', place.column, `content=''`),
    `INSERT INTO temp.fresh(rowid, ${text}) SELECT ${key}, ${text} FROM main.${table}`,
    `CREATE VIRTUAL TABLE temp.fresh_terms USING fts5vocab(temp, fresh, instance)`,
    `CREATE VIRTUAL TABLE temp.stored_terms USING fts5vocab(main, ${nameOf(place)}, instance)`,
  ]
  try {
    for (const step of steps) connection.run(step, [])
    const [fresh, stored] = ['fresh_terms', 'stored_terms'].map(
      (terms) => `SELECT term, count(*), sum(doc), sum(doc * 7919 % 1000003) FROM temp.${terms} GROUP BY term`,
    )
    const differ = (one = '', other = '') => connection.all(`${one} EXCEPT ${other} LIMIT 1`, []).length > 0
    return differ(fresh, stored) || differ(stored, fresh)
  } catch (error) {
    // It cannot be read to its end. The texts can: only indexes are virtual tables.
    const cause = isStoreError(error) ? error.cause : error
    if (sqliteCode(cause) !== 'SQLITE_CORRUPT_VTAB') throw error
    return true
  } finally {
    for (const name of ['stored_terms', 'fresh_terms', 'fresh']) connection.run(`DROP TABLE IF EXISTS temp.${name}`, [])
  }
}
