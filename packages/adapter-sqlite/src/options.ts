import { requirePrefix } from '@trackerkit/core/sql'
import { refuseUnknownOptions, requireDuration, requireWhole, type OptionNames } from '@trackerkit/core/store'
import type { DriverName } from './driver/driver.js'

/** Options of `sqliteStore`. */
export interface SqliteOptions {
  /**
   * The SQLite driver: the package `better-sqlite3`, or `node:sqlite`, which is part of Node (24 and later) and takes
   * up to twice the time to read rows. Default: the first that loads. Only for a file given by name.
   */
  readonly driver?: DriverName | undefined
  /**
   * When a write is acknowledged. `full` (default): when it is on the disk and survives a loss of power. `normal`: when it
   * survives the end of the process; a loss of power may take back the last writes, and nothing waits for the disk.
   */
  readonly durability?: 'full' | 'normal' | undefined
  /**
   * Maximum number of connections for searches, and of those for other reads, besides the one that writes (default 4).
   * They are opened when needed; with `scanThreads` 0 they share one set.
   */
  readonly readers?: number | undefined
  /**
   * Lock timeout of a write in milliseconds, after which it fails with `retry` (default 50). It blocks the process, so
   * keep it short; trackers retry automatically.
   */
  readonly busyTimeout?: number | undefined
  /** Called with warnings about the file. Default: a warning of the process. */
  readonly logger?: { warn(message: string): void } | undefined
  /**
   * Milliseconds that one query may take: a number greater than 0 (default 500). A query blocks the whole process, so a longer one
   * is ended with an error. Queries for rows by their keys, such as bugs by ID, are exempt.
   */
  readonly queryTimeoutMs?: number | undefined
  /**
   * Threads for queries that read many rows, such as searches for words (default 2). They start when they are needed, and their
   * queries may take as long as the operation. 0: no threads; `queryTimeoutMs` applies to searches too,
   * and after an erasure the file is rewritten in the calling thread.
   */
  readonly scanThreads?: number | undefined
  /**
   * Prefix of all table names, for a file shared with other tables: a lowercase letter and up to 19 lowercase letters,
   * digits and underscores, such as `tracker_` (default: none). It cannot be changed later.
   */
  readonly prefix?: string | undefined
  /** Change nothing: the file must be there and up to date (default false). Migrations are not run, and writes refused. */
  readonly readonly?: boolean | undefined
}

const toProcess: NonNullable<SqliteOptions['logger']> = {
  warn: (message) => process.emitWarning(message, 'TrackerkitWarning'),
}

export type CompleteOptions = {
  readonly [N in Exclude<keyof SqliteOptions, 'driver'>]-?: NonNullable<SqliteOptions[N]>
} & { readonly driver: DriverName | undefined }

const optionNames: OptionNames<SqliteOptions> = {
  driver: true,
  durability: true,
  readers: true,
  busyTimeout: true,
  logger: true,
  queryTimeoutMs: true,
  scanThreads: true,
  prefix: true,
  readonly: 'true or false',
}

/** The options with their defaults. @throws `invalid_options` for unknown ones, RangeError for values out of range */
export function completeOptions(options: SqliteOptions): CompleteOptions {
  refuseUnknownOptions(options, optionNames, 'sqliteStore')
  const { durability = 'full', readers = 4, busyTimeout = 50, readonly = false, prefix = '' } = options
  const { queryTimeoutMs = 500, scanThreads = 2, logger = toProcess, driver } = options
  const isKnown = ['full', 'normal'].includes(durability)
  if (!isKnown) throw new RangeError(`durability must be full or normal, not ${durability}`)
  if (!Number.isSafeInteger(readers) || readers < 1) throw new RangeError(`readers must be at least 1, not ${readers}`)
  requireWhole('busyTimeout', busyTimeout)
  requireWhole('scanThreads', scanThreads)
  requireDuration('queryTimeoutMs', queryTimeoutMs)
  requirePrefix(prefix)
  return { driver, durability, readers, busyTimeout, queryTimeoutMs, scanThreads, logger, prefix, readonly }
}
