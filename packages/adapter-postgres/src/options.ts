import { requirePrefix, type Naming } from '@trackerkit/core/sql'
import { refuseUnknownOptions, type OptionNames } from '@trackerkit/core/store'
import type { PostgresPool } from './pool.js'

/** Options of `postgresStore`. */
export interface PostgresOptions {
  /** The most connections at once, at least 1 (default 10). A pool that is given has a number of its own. */
  readonly connections?: number
  /**
   * Whether statements that come again are prepared under a name (default true). Turn it off behind a proxy that lends out
   * connections by the transaction and does not know such names.
   */
  readonly prepared?: boolean
  /**
   * What the names of all tables begin with, for a database that others keep tables in as well: a small letter and up to 19 small
   * letters, digits and underscores after it, such as `tracker_` (default: nothing). It stays as it is.
   */
  readonly prefix?: string
  /**
   * The schema that all tables are in: a small letter and up to 62 small letters, digits and underscores after it. It is made when
   * it is missing. Default: the first one of the search path.
   */
  readonly schema?: string
  /** Change nothing: the database must be up to date (default false). Migrations are not run, and writes refused. */
  readonly readonly?: boolean
  /**
   * A streaming standby of the database, by its URL or as a pool of the driver `pg`, from which searches and the like are read, over
   * up to as many connections again. It is used for a read when it has replayed all that anybody could see when the read began, so
   * nothing is seen later than without it; otherwise, and when it fails, the read goes to the database itself.
   */
  readonly replica?: string | PostgresPool
  /** Is told when the standby cannot be used and when it can be again. Default: a warning of the process. */
  readonly logger?: { warn(message: string): void }
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
  prepared: true,
  prefix: true,
  schema: true,
  readonly: true,
  replica: true,
  logger: true,
}

/** The options with their defaults. @throws `invalid_options` for unknown ones, RangeError for values out of range */
export function completeOptions(options: PostgresOptions): Complete {
  refuseUnknownOptions(options, optionNames, 'postgresStore')
  const { connections: max = 10, prepared = true, readonly = false, prefix = '', schema } = options
  const { replica, logger = toProcess } = options
  if (!Number.isSafeInteger(max) || max < 1) throw new RangeError(`connections is at least 1, not ${max}`)
  if (schema !== undefined) requireSchema(schema)
  return { max, prepared, readonly, naming: { prefix: requirePrefix(prefix), schema }, replica, logger }
}

const schemas = /^[a-z][a-z0-9_]{0,62}$/

function requireSchema(schema: string): void {
  if (schemas.test(schema)) return
  throw new RangeError(
    `schema takes a small letter and up to 62 small letters, digits and underscores after it, not ${JSON.stringify(schema)}`,
  )
}
