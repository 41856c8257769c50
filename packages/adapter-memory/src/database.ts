import type { Column, Entity, Relation, Schema } from '@trackerkit/core/store'
import type { Index, Table } from './table.js'

/** Everything that is stored, and the schema by which it is read and written. */
export interface Database {
  schema: Schema
  tables: ReadonlyMap<string, Table>
}

export function entityOf(db: Database, name: string): Entity {
  const found = db.schema[name]
  if (!found) throw new Error(`no entity ${name}: has the store been migrated?`)
  return found
}

export function tableOf(db: Database, name: string): Table {
  const found = db.tables.get(name)
  if (!found) throw new Error(`no entity ${name}: has the store been migrated?`)
  return found
}

export function columnOf(db: Database, from: string, name: string): Column {
  const found = entityOf(db, from).columns[name]
  if (!found) throw new Error(`no column ${from}.${name}`)
  return found
}

export function relationOf(db: Database, from: string, name: string): Relation {
  const found = entityOf(db, from).relations[name]
  if (!found) throw new Error(`no relation ${from}.${name}`)
  return found
}

/** The index over exactly these columns; the key of the table has none, because the rows themselves are found by it. */
export function indexOver(table: Table, columns: readonly string[]): Index | undefined {
  return table.indexes.find((index) => sameList(index.columns, columns))
}

export function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i])
}
