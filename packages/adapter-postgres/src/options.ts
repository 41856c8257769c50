import { requirePrefix, type Naming } from '@trackerkit/core/sql'
import { refuseUnknownOptions, type OptionNames } from '@trackerkit/core/store'
import type { PostgresPool } from './pool.js'

/** Options of `postgresStore`. */
export interface PostgresOptions {
  /** Maximum number of connections, at least 1 (default 10). A pool you pass has its own maximum. */
  readonly connections?: number | undefined
  /**
   * True to use named prepared statements (default), until a transaction-pooling proxy turns out not to support them.
   * Migrations, exports and copies, which cannot run again, never use them.
   */
  readonly prepared?: boolean | undefined
  /**
   * Prefix of all table names, for a database shared with other tables: a lowercase letter and up to 19 lowercase
   * letters, digits and underscores, such as `tracker_` (default: none). It cannot be changed later.
   */
  readonly prefix?: string | undefined
  /**
   * Schema of all tables: a lowercase letter and up to 62 lowercase letters, digits and underscores. Created if
   * missing. Default: the first schema of the search path.
   */
  readonly schema?: string | undefined
  /** Change nothing: the database must be up to date (default false). Migrations are not run, and writes refused. */
  readonly readonly?: boolean | undefined
  /**
   * A streaming standby of the database, as a URL or a pool of the driver `pg`, for searches and other scans, with up
   * to the same number of connections again. A read uses the standby if it has replayed everything visible when the
   * read began, so reads are never staler than without it. Otherwise, or when it fails, the read uses the primary.
   */
  readonly replica?: string | PostgresPool | undefined
  /** Logs when the standby becomes unusable and usable again, and when statements are no longer prepared. Default: process warnings. */
  readonly logger?: { warn(message: string): void } | undefined
}

const toProcess: NonNullable<PostgresOptions['logger']> = {
  warn: (message) => process.emitWarning(message, 'TrackerkitWarning'),
}

interface Complete {
  readonly max: number
  readonly prepared: boolean
  readonly readonly: boolean
  readonly naming: Naming
  readonly replica: string | PostgresPool | undefined
  readonly logger: { warn(message: string): void }
}

const optionNames: OptionNames<PostgresOptions> = {
  connections: true,
  prepared: 'true or false',
  prefix: true,
  schema: true,
  readonly: 'true or false',
  replica: true,
  logger: true,
}

/** The options with their defaults. @throws `invalid_options` for unknown ones, RangeError for values out of range */
export function completeOptions(options: PostgresOptions): Complete {
  refuseUnknownOptions(options, optionNames, 'postgresStore')
  const { connections: max = 10, prepared = true, readonly = false, prefix = '', schema } = options
  const { replica, logger = toProcess } = options
  if (!Number.isSafeInteger(max) || max < 1) throw new RangeError(`connections must be at least 1, not ${max}`)
  if (schema !== undefined) requireSchema(schema)
  return { max, prepared, readonly, naming: { prefix: requirePrefix(prefix), schema }, replica, logger }
}

const schemas = /^[a-z][a-z0-9_]{0,62}$/

function requireSchema(schema: string): void {
  if (schemas.test(schema)) return
  throw new RangeError(
    `schema must be a lowercase letter and up to 62 lowercase letters, digits and underscores, not ${JSON.stringify(schema)}`,
  )
}
