// The drivers that tests run on: node:sqlite where this Node has it.
import Database from 'better-sqlite3'
import type { SqliteDatabase, SqliteOptions } from '../src/index.js'

interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => SqliteDatabase & {
    exec(sql: string): void
    function(name: string, call: () => number): void
  }
}

const found = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as NodeSqlite | undefined

/** The module; undefined where it is missing or of no use. */
export const nodeSqlite = Number.parseInt(process.versions.node, 10) >= 24 ? found : undefined

export const drivers = nodeSqlite ? (['better-sqlite3', 'node:sqlite'] as const) : (['better-sqlite3'] as const)

/** A connection beside a store that uses the same driver. */
export function connectBy(driver: SqliteOptions['driver'], file: string) {
  return driver === 'node:sqlite' && nodeSqlite ? new nodeSqlite.DatabaseSync(file) : new Database(file)
}

if (!nodeSqlite)
  console.info(`Left out are the tests of node:sqlite: it is for Node 24 or later, and this is ${process.version}.`)
