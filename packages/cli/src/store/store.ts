// The store that --db names.
import { accessSync, constants } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  createTracker,
  isTrackerError,
  version,
  type Logger,
  type Tracker,
  type TrackerOptions,
} from '@trackerkit/core'
import { isStoreError, type Store } from '@trackerkit/core/store'
import { CommandError, UsageError } from '../terminal/command.js'
import { isThere, kindOf, pathOf, readDatabase, withoutPassword } from './database.js'
import { loadOptional } from './optional-package.js'
import { lacksFiles, tooManyFiles } from '../terminal/open-files.js'
import { warn } from '../terminal/print.js'

const toStderr = { warn: (message: string) => warn(`trackerkit: ${message}`) }

interface OpenOptions {
  /** Change nothing; a store that needs migration is rejected. */
  readonly readonly?: boolean
  /** The URL of a standby of the database. */
  readonly replica?: string | undefined
  /** Logger of the store. */
  readonly logger?: Pick<Logger, 'warn'> | undefined
}

/** The store of that name: the URL of a PostgreSQL database, `:memory:`, or a file, which is made when it is missing. */
async function openStore(database: string, { logger = toStderr, replica, ...options }: OpenOptions): Promise<Store> {
  const { place, names } = readDatabase(database)
  try {
    // Only the adapter that is used is loaded: the command starts the sooner.
    const kind = kindOf(place)
    if (kind === 'server') {
      const { postgresStore } = await import('@trackerkit/adapter-postgres')
      return postgresStore(place, { logger, ...names, ...options, ...(replica !== undefined && { replica }) })
    }
    if (kind === 'folder') {
      const { openPgliteFolder } = await import('@trackerkit/adapter-postgres/pglite')
      return await loadOptional('@electric-sql/pglite', async () =>
        openPgliteFolder(pathOf(place), { ...names, ...options }),
      )
    }
    if (kind === 'memory') return (await import('@trackerkit/adapter-memory')).memoryStore()
    const { sqliteStore } = await import('@trackerkit/adapter-sqlite')
    return sqliteStore(place, { logger, ...names, ...options })
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${withoutPassword(database)}: ${error.message}`)
    throw error
  }
}

/** Runs `task` on the store of that name, and closes it if the task fails. @throws CommandError with the reason */
export async function withStore<T>(
  database: string,
  task: (store: Store) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  let store: Store | undefined
  try {
    store = await openStore(database, options)
    return await task(store)
  } catch (error) {
    await store?.close()
    throw refusalOf(database, error)
  }
}

/** Opens the tracker that is kept there, and sets it up when there is none yet. */
export async function openTracker(
  database: string,
  { replica, ...options }: Omit<TrackerOptions, 'store'> & Pick<OpenOptions, 'replica'> = {},
): Promise<Tracker> {
  return withStore(database, (store) => createTracker({ ...options, store }), { logger: options.logger, replica })
}

/** Runs `task` on the store of that name, which must be there already and is closed after it. @throws CommandError */
export async function withExisting<T>(
  database: string,
  options: OpenOptions,
  task: (store: Store) => Promise<T>,
): Promise<T> {
  requireThere(database)
  return withStore(
    database,
    async (store) => {
      const result = await task(store)
      await store.close()
      return result
    },
    options,
  )
}

/** @throws CommandError if nothing is there */
export function requireThere(database: string): void {
  const { place } = readDatabase(database)
  if (!isThere(place)) throw noTracker(database)
}

/** Returns the error for a database without a tracker. */
export function noTracker(database: string): CommandError {
  const option = kindOf(readDatabase(database).place) === 'server' ? 'postgres://…' : 'FILE'
  return new CommandError(
    `no tracker in ${withoutPassword(database)}; create one with 'trackerkit serve --db ${option}'`,
  )
}

/** Returns true if the folder of a file is not writable, for any reason. */
export function isReadOnlyPlace(database: string): boolean {
  return reasonNotToWrite(database) !== undefined
}

function isReadOnlyFileSystem(database: string): boolean {
  return reasonNotToWrite(database) === 'EROFS'
}

function reasonNotToWrite(database: string): string | undefined {
  const { place } = readDatabase(database)
  if (['server', 'memory'].includes(kindOf(place))) return undefined
  try {
    accessSync(dirname(resolve(pathOf(place))), constants.W_OK)
    return undefined
  } catch (error) {
    return (error as { readonly code?: string }).code
  }
}

/** Advice for a damaged file. */
export function recoveryAdvice(database: string): string {
  const { place } = readDatabase(database)
  const restore = "restore a backup with 'trackerkit restore'"
  if (kindOf(place) !== 'file') return restore
  // Not .recover, which the sqlite3 of Debian lacks. After damage, .dump ends with a ROLLBACK.
  const rescue = `sqlite3 ${place} .dump | sed "s/^ROLLBACK.*/COMMIT;/" | sqlite3 NEW.db`
  return `${restore}, or, without one, recover the readable data with '${rescue}'`
}

const cannotOpen = /^(SQLITE_CANTOPEN|ERR_SQLITE|EMFILE|ENFILE)/
/** Opened for a SQLite file, with its log, and the connections for searches and for other reads. */
const filesOfStore = 24

function refusalOf(database: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CommandError || error instanceof UsageError) return error
  const { code, message } = bottomOf(error)
  if (cannotOpen.test(code) && lacksFiles(filesOfStore)) return new CommandError(tooManyFiles())
  if (code.startsWith('SQLITE_NOTADB')) return new CommandError(`${database} is not a database`)
  if (isTrackerError(error, 'store_full') || isStoreError(error, 'full'))
    return new CommandError(`${withoutPassword(database)} is full: ${message}`)
  if (/^SQLITE_(CORRUPT|IOERR)/.test(code) || message.includes('disk image is malformed'))
    return new CommandError(
      `${database} is damaged or cannot be read: ${message}${code.startsWith('SQLITE_') ? ` (${code})` : ''}; ${recoveryAdvice(database)}`,
    )
  if (/^SQLITE_(CANTOPEN|READONLY)/.test(code) && isReadOnlyFileSystem(database))
    return new CommandError(
      `${database} is on a read-only file system (EROFS): use 'trackerkit backup --to' to create a writable copy elsewhere; doctor and export can read it in place`,
    )
  if (code.startsWith('SQLITE_CANTOPEN'))
    return new CommandError(`cannot open ${database}: check the folder and its permissions`)
  if (isTrackerError(error, 'store_read_only') || isStoreError(error, 'read_only'))
    return new CommandError(`${withoutPassword(database)} is not writable: ${message}${standbyAdvice(database)}`, {
      cause: error,
    })
  if (isTrackerError(error, 'store_unavailable') || isStoreError(error, 'unavailable'))
    return new CommandError(`${withoutPassword(database)} is unreachable: ${message}`)
  if (isTrackerError(error, 'no_tracker')) return noTracker(database)
  const older = [error, error.cause].find((one) => isStoreError(one, 'schema_older'))
  if (older)
    return older.pending.length === 0
      ? noTracker(database)
      : new CommandError(
          `${withoutPassword(database)} is at an older version (${message}); run 'trackerkit migrate' first`,
        )
  if (isTrackerError(error, 'schema_newer') || isStoreError(error, 'schema_newer'))
    return new CommandError(
      `${withoutPassword(database)} was migrated by a version newer than ${version}: upgrade, or restore a backup`,
    )
  if (isTrackerError(error, 'table_exists')) {
    const prefixed = `${withoutPassword(database)}${database.includes('?') ? '&' : '?'}prefix=tracker_`
    return new CommandError(`the database already has a table named ${error.data.table}; use --db '${prefixed}'`)
  }
  if (isTrackerError(error, 'invalid_options') && error.data.field === 'file')
    return new CommandError(`cannot create ${database}: its folder does not exist`)
  return error
}

/** Returns true for the error of a store that accepts no writes. */
export function isReadOnlyStore(error: unknown): boolean {
  return error instanceof CommandError && isStoreError(error.cause, 'read_only')
}

function standbyAdvice(database: string): string {
  if (kindOf(readDatabase(database).place) !== 'server') return ''
  return '; if the server is a standby, use the URL of its primary'
}

/** Returns the innermost cause. */
function bottomOf(error: Error): { readonly code: string; readonly message: string } {
  if (error.cause instanceof Error) return bottomOf(error.cause)
  if (error instanceof AggregateError) return bottomOf(error.errors[0] as Error)
  return { code: 'code' in error ? String(error.code) : '', message: error.message }
}
