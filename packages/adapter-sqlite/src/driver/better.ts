// better-sqlite3: compiled for the machine, and the quicker one where rows are read.
import { createRequire } from 'node:module'
import type { Driver, DriverConnection, OpenOptions, RunResult } from './driver.js'

/** A `Database` of better-sqlite3, as far as it is used. */
export interface BetterDatabase {
  readonly name: string
  readonly memory: boolean
  readonly inTransaction: boolean
  prepare(sql: string): BetterStatement
  function(name: string, options: { directOnly?: boolean }, call: (...values: never[]) => unknown): unknown
  close(): unknown
}

interface BetterStatement {
  readonly reader: boolean
  safeIntegers(on: boolean): this
  raw(on: boolean): this
  all(...parameters: unknown[]): unknown[]
  run(...parameters: unknown[]): { changes: number; lastInsertRowid: number | bigint }
}

export type BetterConstructor = new (file: string, options?: OpenOptions) => BetterDatabase

let driver: Driver | undefined

/** @throws the error that prevents loading it */
export function loadBetter(): Driver {
  return (driver ??= load())
}

function load(): Driver {
  // In bundles of CommonJS, `import.meta` is empty.
  const require = createRequire(import.meta.url ?? __filename)
  requireFit((require('better-sqlite3/package.json') as { readonly version: string }).version)
  const Database = require('better-sqlite3') as BetterConstructor
  // The compiled part is loaded by the first connection.
  new Database(':memory:').close()
  return driverOf(Database)
}

function driverOf(Database: BetterConstructor): Driver {
  const open = (file: string, options: OpenOptions) => adoptBetter(new Database(file, options))
  return { name: 'better-sqlite3', library: Database, open }
}

/** The wrong version cannot be tried: it ends the process, at once or when statements are collected. */
function requireFit(version: string): void {
  const [major, node] = [version, process.versions.node].map((text) => Number.parseInt(text, 10)) as [number, number]
  const fitting = node < 22 ? 12 : 13
  if (node < 22 ? major > 12 : node > 22 && major < 13)
    throw new Error(`version ${version} ends processes of Node ${process.version}: install better-sqlite3@${fitting}`)
}

export function adoptBetter(db: BetterDatabase): DriverConnection {
  return {
    driver: driverOf(db.constructor as BetterConstructor),
    name: db.name,
    isInMemory: db.memory,
    prepare(sql) {
      // The owner of a database given to us may have asked for other forms of rows and integers.
      const statement = db.prepare(sql).safeIntegers(false)
      const run = (parameters: readonly unknown[]) => statement.run(parameters) as RunResult
      if (!statement.reader) return { all: (parameters) => (run(parameters), []), run }
      statement.raw(true)
      return { all: (parameters) => statement.all(parameters) as unknown[][], run }
    },
    query(sql, values) {
      const statement = db.prepare(sql)
      if (statement.reader) return statement.all(...values) as Record<string, unknown>[]
      statement.run(...values)
      return []
    },
    isInTransaction: () => db.inTransaction,
    define: (name, call) => void db.function(name, { directOnly: true }, call),
    close: () => void db.close(),
  }
}
