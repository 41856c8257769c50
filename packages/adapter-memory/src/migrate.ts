import type { CopyRows, Entity, Migration, MigrationStep, Schema } from '@trackerkit/core/store'
import { toCell } from './cells.js'
import { sameList } from './database.js'
import { emptyIndex, keyOf, put, requireUnique, type Index, type StoredRow, type Table } from './table.js'

export type Tables = ReadonlyMap<string, Table>
type IndexOver = Pick<Index, 'columns' | 'unique'>

/** New tables, as `migration` makes them of the old ones, which stay as they are. */
export function applyMigration(tables: Tables, migration: Migration): Tables {
  const next = new Map(tables)
  for (const step of migration.steps) applyStep(next, step)
  return next
}

/** The tables with an index for every relation of `schema`, and for the first column of every longer index. */
export function indexedFor(tables: Tables, schema: Schema): Tables {
  const wanted: [entity: string, columns: readonly string[]][] = []
  for (const { relations } of Object.values(schema)) {
    for (const { entity, on } of Object.values(relations)) wanted.push([entity, on.map((pair) => pair[1])])
  }
  for (const [name, { key, indexes }] of tables) {
    for (const columns of [key, ...indexes.map((index) => index.columns)]) wanted.push([name, columns.slice(0, 1)])
  }
  const next = new Map(tables)
  for (const [name, columns] of wanted) {
    const table = next.get(name)
    if (!table || sameList(table.key, columns)) continue
    if (table.indexes.some((index) => sameList(index.columns, columns))) continue
    next.set(name, rebuilt(table, [...table.indexes, { columns, unique: false }]))
  }
  return next
}

/** Counters are left out: rows in memory are counted quickly. */
function applyStep(tables: Map<string, Table>, step: MigrationStep): void {
  if ('createEntity' in step) {
    tables.set(step.createEntity, emptyTable(step.createEntity, step.entity))
  } else if ('dropEntity' in step) {
    tables.delete(step.dropEntity)
  } else if ('addColumn' in step) {
    change(tables, step.addColumn, (table) => withColumn(table, step))
  } else if ('dropColumn' in step) {
    change(tables, step.dropColumn, (table) => withoutColumn(table, step.name))
  } else if ('addIndex' in step) {
    const { columns } = step
    change(tables, step.addIndex, (table) => rebuilt(table, [...table.indexes, { columns, unique: false }]))
  } else if ('dropIndex' in step) {
    const kept = (index: Index) => index.unique || !sameList(index.columns, step.columns)
    change(tables, step.dropIndex, (table) => ({ ...table, indexes: table.indexes.filter(kept) }))
  } else if ('copyRows' in step) {
    const source = tables.get(step.copyRows)
    if (source) change(tables, step.into, (table) => withCopies(table, source, step))
  } else if ('addUnique' in step) {
    const { columns } = step
    change(tables, step.addUnique, (table) => rebuilt(table, [...table.indexes, { columns, unique: true }]))
  }
}

function change(tables: Map<string, Table>, name: string, to: (table: Table) => Table): void {
  const table = tables.get(name)
  if (!table) throw new Error(`no entity ${name} to migrate`)
  tables.set(name, to(table))
}

function emptyTable(name: string, entity: Omit<Entity, 'relations'>): Table {
  const { columns, key, autoId = false, unique = [], index = [] } = entity
  const indexes = [
    ...unique.map((list) => emptyIndex({ columns: list, unique: true })),
    ...index.map((list) => emptyIndex({ columns: list, unique: false })),
  ]
  return {
    name,
    columns,
    fills: {},
    key,
    autoId,
    rows: new Map(),
    isShared: false,
    indexes,
    nextId: 1,
    ordered: true,
    lastKey: undefined,
  }
}

function withColumn(table: Table, step: Extract<MigrationStep, { addColumn: string }>): Table {
  const { name, column, fill = null } = step
  const needed = column.nullable || fill !== null || table.rows.size > 0
  const cell = needed ? toCell(`${table.name}.${name}`, column, fill) : null
  const columns = { ...table.columns, [name]: column }
  const fills = { ...table.fills, [name]: cell }
  return rebuilt({ ...table, columns, fills }, table.indexes, (row) => ({ ...row, [name]: cell }))
}

function withoutColumn(table: Table, name: string): Table {
  const { [name]: _column, ...columns } = table.columns
  const { [name]: _fill, ...fills } = table.fills
  const indexes = table.indexes.filter((index) => !index.columns.includes(name))
  return rebuilt({ ...table, columns, fills }, indexes, ({ [name]: _cell, ...row }) => row)
}

function withCopies(table: Table, source: Table, { columns, set = {} }: CopyRows): Table {
  const next = rebuilt(table, table.indexes)
  const blank = Object.fromEntries(Object.keys(table.columns).map((name) => [name, null]))
  const constants = Object.fromEntries(
    Object.entries(table.columns).flatMap(([name, column]) => {
      const value = set[name]
      return value === undefined ? [] : [[name, toCell(`${table.name}.${name}`, column, value)] as const]
    }),
  )
  for (const from of source.rows.values()) {
    const copied = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, from[column] ?? null]))
    const row: StoredRow = { ...blank, ...copied, ...constants }
    const key = keyOf(next.key, row)
    if (key === null) throw new Error(`rows of ${table.name} cannot be copied without a key`)
    const known = next.rows.get(key)
    put(next, key, known ? { ...known, ...constants } : row)
  }
  return next
}

/**
 * Builds a separate table with these indexes and the rows of `table`, each passed through `revise`.
 * @throws StoreError `unique`
 */
function rebuilt(table: Table, indexes: readonly IndexOver[], revise = (row: StoredRow): StoredRow => row): Table {
  const fresh: Table = {
    ...table,
    rows: new Map(),
    isShared: false,
    indexes: indexes.map(emptyIndex),
  }
  for (const [key, row] of table.rows) {
    const next = revise(row)
    requireUnique(fresh, key, next)
    put(fresh, key, next)
  }
  return fresh
}
