// Tables, indexes and triggers of the schema that a file lacks.
import {
  countersIn,
  missingColumns,
  missingIndex,
  missingIndexes,
  type Dialect,
  type MissingIndex,
} from '@trackerkit/core/sql'
import type { Entity, Schema, StoreFault } from '@trackerkit/core/store'
import type { Connection } from './connection.js'

/** Faults of missing tables and columns, without which nothing else can be looked at. */
export function missingTables(connection: Connection, dialect: Dialect, schema: Schema): StoreFault[] {
  // Not for all tables of the file: SQLite cannot describe virtual tables whose module only the host program loads.
  const sql = 'SELECT name FROM pragma_table_info(?)'
  return missingColumns(
    dialect,
    schema,
    (entity) => new Set(connection.all(sql, [dialect.stored(entity)]).map(([name]) => String(name))),
  )
}

/** Faults of missing indexes, of trigrams too, and triggers. */
export function missingParts(connection: Connection, dialect: Dialect, schema: Schema): StoreFault[] {
  return [
    ...missingObjects(connection, dialect, schema).map(({ what, name }) => ({
      text: `the ${what} ${name} is missing`,
      isRepairable: true,
    })),
    ...indexesOf(connection, dialect, schema).map((index) => missingIndex(index, duplicatesOf(connection, index))),
  ]
}

/** Creates what `missingParts` finds. The data of the indexes of trigrams, and the counts, are then to be rebuilt. */
export function createMissing(connection: Connection, dialect: Dialect, schema: Schema): void {
  for (const { create } of missingObjects(connection, dialect, schema)) connection.run(create, [])
  for (const index of indexesOf(connection, dialect, schema))
    if (!duplicatesOf(connection, index)) connection.run(index.create, [])
}

/** Indexes of trigrams and triggers. */
function missingObjects(connection: Connection, dialect: Dialect, schema: Schema) {
  const existing = namesOf(connection, ['table', 'trigger'])
  return statementsOf(dialect, schema).flatMap((create) => {
    const [, kind, name = ''] = /^CREATE (TRIGGER|VIRTUAL TABLE) "([^"]+)"/.exec(create) ?? []
    if (kind === undefined || existing.has(name)) return []
    return [{ what: kind === 'TRIGGER' ? 'trigger' : 'index', name, create }]
  })
}

/** The statements that create what keeps indexes of trigrams and counts. */
function statementsOf(dialect: Dialect, schema: Schema): string[] {
  const { substring, counters: triggers } = dialect
  const ofTexts = Object.entries<Entity>(schema).flatMap(([name, entity]) =>
    Object.keys(entity.columns).flatMap((column) =>
      entity.columns[column]?.substringIndex && substring?.serves(entity) ? substring.create(name, entity, column) : [],
    ),
  )
  return [...ofTexts, ...countersIn(schema).flatMap(({ entity, counters }) => triggers?.create(entity, counters) ?? [])]
}

function indexesOf(connection: Connection, dialect: Dialect, schema: Schema): MissingIndex[] {
  return missingIndexes(dialect, schema, namesOf(connection, ['index']))
}

function duplicatesOf(connection: Connection, { duplicates }: MissingIndex): readonly unknown[] | undefined {
  return duplicates === undefined ? undefined : connection.all(duplicates, [])[0]
}

/** Names of what there is of these types. */
export function namesOf(connection: Connection, types: readonly string[]): ReadonlySet<string> {
  const rows = connection.all('SELECT type, name FROM sqlite_schema', [])
  return new Set(rows.flatMap(([type, name]) => (types.includes(String(type)) ? [String(name)] : [])))
}
