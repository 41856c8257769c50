// The SQLite driver interface.

export type DriverName = 'better-sqlite3' | 'node:sqlite'

export interface Driver {
  readonly name: DriverName
  /**
   * The library that opens connections. Connections of different libraries must never use one file in one process: each
   * contains its own copy of SQLite, which does not see the locks of the others and releases them (POSIX locks belong
   * to the process).
   */
  readonly library: unknown
  /** Opens a file, or a database in memory. Throws errors of the driver. */
  open(file: string, options: OpenOptions): DriverConnection
}

export interface OpenOptions {
  readonly readonly: boolean
  /** How many milliseconds a statement waits for the lock of another connection. */
  readonly timeout: number
}

export interface DriverConnection {
  /** The driver of this connection, for opening others to the same file. */
  readonly driver: Driver
  /** The file: a path, a URL, or nothing or `:memory:` without a file. */
  readonly name: string
  readonly isInMemory: boolean
  prepare(sql: string): DriverStatement
  /** Runs a statement once, and returns its rows as the driver does. */
  query(sql: string, values: readonly unknown[]): Record<string, unknown>[]
  isInTransaction(): boolean
  /** Defines a function of one number, which triggers and views cannot call. An error it throws ends the statement. */
  define(name: string, call: (value: number) => number): void
  close(): void
}

export interface DriverStatement {
  /** The rows, each an array of columns; none where the statement returns nothing. */
  all(parameters: readonly unknown[]): unknown[][]
  run(parameters: readonly unknown[]): RunResult
}

export interface RunResult {
  readonly changes: number
  readonly lastInsertRowid: number
}
