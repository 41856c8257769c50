// node:sqlite: part of Node itself, for machines where nothing can be compiled or downloaded.
import type { Driver, DriverConnection, RunResult } from './driver.js'

/** A `DatabaseSync` of node:sqlite, as far as it is used. */
export interface NodeDatabase {
  readonly isTransaction: boolean
  location(): string | null
  prepare(sql: string): NodeStatement
  function(name: string, options: { directOnly?: boolean }, call: (...values: never[]) => never): void
  close(): void
}

interface NodeStatement {
  setReturnArrays(on: boolean): void
  setReadBigInts(on: boolean): void
  all(...parameters: never[]): unknown[]
  run(...parameters: never[]): { changes: number | bigint; lastInsertRowid: number | bigint }
}

type NodeConstructor = new (file: string, options: { readOnly: boolean; timeout: number }) => NodeDatabase

export interface NodeModule {
  readonly DatabaseSync: NodeConstructor
}

/** Cache size of better-sqlite3, in KiB: eight times the default, so fewer pages are read twice. */
const cacheSize = 16_000

/** @throws Error in a Node that has no node:sqlite, or one that gives other values back than it was given: empty bytes, in Node 22 */
export function loadNode(): Driver {
  // Unlike an import, this can fail gracefully, and survives bundling.
  const sqlite = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as NodeModule | undefined
  if (sqlite === undefined || Number.parseInt(process.versions.node, 10) < 24)
    throw new Error(`requires Node 24 or later; this is ${process.version}`)
  return driverOf(sqlite.DatabaseSync)
}

function driverOf(DatabaseSync: NodeConstructor): Driver {
  return {
    name: 'node:sqlite',
    library: DatabaseSync,
    open(file, { readonly, timeout }) {
      const db = new DatabaseSync(file.trim(), { readOnly: readonly, timeout })
      db.prepare(`PRAGMA cache_size = -${cacheSize}`).run()
      return adoptNode(db)
    },
  }
}

export function adoptNode(db: NodeDatabase): DriverConnection {
  const location = db.location() ?? ':memory:'
  return {
    driver: driverOf(db.constructor as NodeConstructor),
    name: location,
    isInMemory: location === ':memory:',
    prepare(sql) {
      const statement = db.prepare(sql)
      statement.setReadBigInts(false)
      statement.setReturnArrays(true)
      return {
        all: (parameters) => statement.all(...(parameters as never[])) as unknown[][],
        run: (parameters) => statement.run(...(parameters as never[])) as RunResult,
      }
    },
    // Its rows have no prototype.
    query: (sql, values) =>
      db
        .prepare(sql)
        .all(...(values as never[]))
        .map((row) => ({ ...(row as object) })),
    isInTransaction: () => db.isTransaction,
    define: (name, call) => db.function(name, { directOnly: true }, call as never),
    close: () => db.close(),
  }
}
