import type { Column, CopyRows, MigrationStep } from '../store/index.js'
import { countersTable, fillCountersSql } from './counters.js'
import type { Dialect, StoredEntity } from './dialect.js'
import { objectName } from './names.js'

/** The entities as the migrations so far have left them, by name. */
export type StoredSchema = Map<string, StoredEntity>

/** The statements that make the table of an entity and its indexes. */
export function createEntitySql(dialect: Dialect, name: string, entity: StoredEntity): string[] {
  return [
    createTableSql(dialect, name, entity),
    ...(entity.unique ?? []).map((columns) => createIndexSql(dialect, name, entity, columns, true)),
    ...(entity.index ?? []).map((columns) => createIndexSql(dialect, name, entity, columns, false)),
    ...Object.keys(entity.columns).flatMap((column) => substringSql(dialect, name, entity, column)),
    ...countersSql(dialect, name, entity),
  ]
}

export function createTableSql(dialect: Dialect, name: string, entity: StoredEntity, guard = ''): string {
  const assigned = entity.autoId ? entity.key[0] : undefined
  const parts = Object.entries(entity.columns).map(([column, declared]) =>
    column === assigned
      ? `${dialect.quote(column)} ${dialect.autoIdType}`
      : columnDefinition(dialect, column, declared),
  )
  if (!entity.autoId) parts.push(`PRIMARY KEY ${listSql(dialect, entity.key)}`)
  return `CREATE TABLE ${guard}${dialect.table(name)} (${parts.join(', ')})${dialect.tableOptions(entity)}`
}

/**
 * Returns the statements of one migration step. `stored` is the schema after the previous steps, and is updated. A
 * unique list is a unique index, whether declared at first or added later.
 */
export function migrationStepSql(dialect: Dialect, stored: StoredSchema, step: MigrationStep): string[] {
  if ('createEntity' in step) {
    stored.set(step.createEntity, step.entity)
    return createEntitySql(dialect, step.createEntity, step.entity)
  }
  if ('dropEntity' in step) return dropEntitySql(dialect, stored, step.dropEntity)
  if ('addColumn' in step) return addColumnSql(dialect, stored, step)
  if ('dropColumn' in step) return dropColumnSql(dialect, stored, step.dropColumn, step.name)
  if ('addIndex' in step) {
    const entity = storedEntity(stored, step.addIndex)
    stored.set(step.addIndex, { ...entity, index: [...(entity.index ?? []), step.columns] })
    return [createIndexSql(dialect, step.addIndex, entity, step.columns, false)]
  }
  if ('dropIndex' in step) {
    const entity = storedEntity(stored, step.dropIndex)
    const index = (entity.index ?? []).filter((columns) => columns.join() !== step.columns.join())
    stored.set(step.dropIndex, { ...entity, index })
    return [dropIndexSql(dialect, step.dropIndex, step.columns, false)]
  }
  if ('copyRows' in step) return copyRowsSql(dialect, stored, step)
  if ('addCounters' in step) {
    if (dialect.counters?.kind !== step.triggers) return []
    const entity = { ...storedEntity(stored, step.addCounters), counters: step.counters }
    stored.set(step.addCounters, entity)
    return countersSql(dialect, step.addCounters, entity)
  }
  const entity = storedEntity(stored, step.addUnique)
  stored.set(step.addUnique, { ...entity, unique: [...(entity.unique ?? []), step.columns] })
  return [createIndexSql(dialect, step.addUnique, entity, step.columns, true)]
}

function dropEntitySql(dialect: Dialect, stored: StoredSchema, name: string): string[] {
  const entity = storedEntity(stored, name)
  stored.delete(name)
  const substrings = Object.keys(entity.columns).flatMap((column) => dropSubstringSql(dialect, name, entity, column))
  return [...dropCountersSql(dialect, name, entity), ...substrings, `DROP TABLE ${dialect.table(name)}`]
}

/**
 * The fill becomes the column default in the database: it fills existing rows, and rows written by an older process
 * that does not know the column. Nothing else relies on it, because every insert names all columns it knows.
 */
function addColumnSql(
  dialect: Dialect,
  stored: StoredSchema,
  { addColumn: name, name: column, column: declared, fill }: Extract<MigrationStep, { addColumn: string }>,
): string[] {
  const before = storedEntity(stored, name)
  const entity = { ...before, columns: { ...before.columns, [column]: declared } }
  stored.set(name, entity)
  const value = fill === undefined || fill === null ? '' : ` DEFAULT ${dialect.literal(declared, fill)}`
  return [
    `ALTER TABLE ${dialect.table(name)} ADD COLUMN ${columnDefinition(dialect, column, declared)}${value}`,
    ...substringSql(dialect, name, entity, column),
  ]
}

/** Indexes and counters that name the column go with it. */
function dropColumnSql(dialect: Dialect, stored: StoredSchema, name: string, column: string): string[] {
  const entity = storedEntity(stored, name)
  const { [column]: _dropped, ...columns } = entity.columns
  const [unique, doomedUnique] = parted(entity.unique, column)
  const [index, doomedIndex] = parted(entity.index, column)
  const { counters, ...others } = entity
  const isCounted = counters?.by.includes(column) === true
  stored.set(name, { ...(isCounted ? others : entity), columns, unique, index })
  return [
    ...(isCounted ? dropCountersSql(dialect, name, entity) : []),
    ...doomedUnique.map((list) => dropIndexSql(dialect, name, list, true)),
    ...doomedIndex.map((list) => dropIndexSql(dialect, name, list, false)),
    ...dropSubstringSql(dialect, name, entity, column),
    `ALTER TABLE ${dialect.table(name)} DROP COLUMN ${dialect.quote(column)}`,
  ]
}

/** Rows whose key exists first: afterwards the copied ones exist too. */
function copyRowsSql(
  dialect: Dialect,
  stored: StoredSchema,
  { copyRows, into, columns, set = {} }: CopyRows,
): string[] {
  const entity = storedEntity(stored, into)
  const [from, to] = [dialect.table(copyRows), dialect.table(into)]
  const constants = Object.entries(set).map(([name, value]) => {
    return [name, dialect.literal(storedColumn(entity, name), value)] as const
  })
  const values = new Map([
    ...Object.entries(columns).map(([name, source]) => [name, `${from}.${dialect.quote(source)}`] as const),
    ...constants,
  ])
  const same = entity.key.map((name) => `${to}.${dialect.quote(name)} = ${values.get(name) ?? 'NULL'}`).join(' AND ')
  const assigned = constants.map(([name, literal]) => `${dialect.quote(name)} = ${literal}`).join(', ')
  return [
    ...(assigned === '' ? [] : [`UPDATE ${to} SET ${assigned} WHERE EXISTS (SELECT 1 FROM ${from} WHERE ${same})`]),
    `INSERT INTO ${to} ${listSql(dialect, [...values.keys()])} SELECT ${[...values.values()].join(', ')} FROM ${from} ` +
      `WHERE NOT EXISTS (SELECT 1 FROM ${to} WHERE ${same})`,
  ]
}

function storedColumn(entity: StoredEntity, name: string): Column {
  const column = entity.columns[name]
  if (!column) throw new Error(`a migration sets the column ${name}, which does not exist`)
  return column
}

type Lists = readonly (readonly string[])[]

/** The lists without `column`, and those with it. */
function parted(lists: Lists = [], column: string): [without: Lists, with_: Lists] {
  return [lists.filter((list) => !list.includes(column)), lists.filter((list) => list.includes(column))]
}

function storedEntity(stored: StoredSchema, name: string): StoredEntity {
  const entity = stored.get(name)
  if (!entity) throw new Error(`a migration changes ${name}, which no migration before it has created`)
  return entity
}

function columnDefinition(dialect: Dialect, name: string, column: Column): string {
  return `${dialect.quote(name)} ${dialect.columnType(column)}${column.nullable ? '' : ' NOT NULL'}`
}

export function createIndexSql(
  dialect: Dialect,
  name: string,
  entity: StoredEntity,
  columns: readonly string[],
  unique: boolean,
): string {
  const parts = columns.map((column) => {
    return dialect.quote(column) + (entity.columns[column]?.nullable ? dialect.nulls(false) : '')
  })
  const index = dialect.quote(objectName(unique ? 'unique' : 'index', dialect.stored(name), columns))
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${index} ON ${dialect.table(name)} (${parts.join(', ')})`
}

function dropIndexSql(dialect: Dialect, name: string, columns: readonly string[], unique: boolean): string {
  return `DROP INDEX ${dialect.index(objectName(unique ? 'unique' : 'index', dialect.stored(name), columns))}`
}

function substringSql({ substring }: Dialect, name: string, entity: StoredEntity, column: string): string[] {
  const wanted = entity.columns[column]?.substringIndex
  return wanted && substring?.serves(entity) ? substring.create(name, entity, column) : []
}

function dropSubstringSql({ substring }: Dialect, name: string, entity: StoredEntity, column: string): string[] {
  const wanted = entity.columns[column]?.substringIndex
  return wanted && substring?.serves(entity) ? substring.drop(name, column) : []
}

function countersSql(dialect: Dialect, name: string, entity: StoredEntity): string[] {
  const { counters } = entity
  if (!counters || !dialect.counters) return []
  return [
    createTableSql(dialect, counters.name, countersTable(entity, counters)),
    // First, because some databases wait here for writes that are open, which are to be counted.
    ...dialect.counters.create(name, counters),
    fillCountersSql(dialect, name, counters),
  ]
}

function dropCountersSql(dialect: Dialect, name: string, { counters }: StoredEntity): string[] {
  if (!counters || !dialect.counters) return []
  return [...dialect.counters.drop(name), `DROP TABLE ${dialect.table(counters.name)}`]
}

function listSql(dialect: Dialect, columns: readonly string[]): string {
  return `(${columns.map((column) => dialect.quote(column)).join(', ')})`
}
