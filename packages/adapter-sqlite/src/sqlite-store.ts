import { setImmediate, setTimeout } from 'node:timers/promises'
import {
  createCompiler,
  requireMigrated,
  runMigrations,
  type Compiler,
  type MigrationSession,
} from '@trackerkit/core/sql'
import {
  type Migration,
  createMutex,
  guarded,
  isStoreError,
  requireDuration,
  requireWhole,
  StoreError,
  type PlainStore,
  type Schema,
  type Store,
} from '@trackerkit/core/store'
import type Database from 'better-sqlite3'
import { connect, type Connection } from './connection.js'
import { sqliteDialect } from './dialect.js'
import { storeError } from './errors.js'
import { openFile } from './open-file.js'
import { createPool } from './pool.js'
import { createReader, createWriter, readSnapshot, writeTransaction } from './transaction.js'
import { reindex, verify, verifyFile } from './verify.js'

export interface SqliteOptions {
  /**
   * When an acknowledged write is safe. `full` (default): it survives a loss of power. `normal`: it survives the end of the
   * process, and a loss of power may take back the last of them; several times as many writes per second.
   */
  readonly synchronous?: 'full' | 'normal'
  /** How many connections read at once, besides the one that writes (default 4). */
  readonly readers?: number
  /**
   * For how long a write waits for the lock of another process before it answers `retry`, in milliseconds (default 50). All of
   * this process waits meanwhile, so it is short, and the caller tries again later: trackers do so by themselves.
   */
  readonly busyTimeout?: number
  /** Is told what those who run the tracker should know of the file. Default: a warning of the process. */
  readonly logger?: { warn(message: string): void }
  /**
   * How many milliseconds one question to the database may take: a number greater than 0 (default 500). Nothing else happens in
   * the process meanwhile, so one that takes longer is ended; its caller is told that it was too much. Questions about as many
   * rows as were named, such as bugs by number, do not count.
   */
  readonly longestQuestion?: number
  /** Change nothing: the file must be there and up to date (default false). Migrations are not run, and writes refused. */
  readonly readonly?: boolean
}

const toProcess: NonNullable<SqliteOptions['logger']> = {
  warn: (message) => process.emitWarning(message, 'TrackerkitWarning'),
}

/** For how long a migration waits for other processes, in milliseconds. */
const migrationPatience = 60_000

/**
 * A store in a SQLite file, which is made when it is missing, for its owner alone to read. Several processes may use one file.
 *
 * An open `Database` of better-sqlite3 can be given instead: it stays its owner's, who configures and closes it, and it is
 * used for reads and writes alike, one at a time. The owner leaves it alone while the store has work.
 *
 * @throws RangeError for an option that is out of its range
 * @param file the name of a file, or `:memory:` for a store that is gone when it is closed
 * @example
 * const tracker = await createTracker({ store: sqliteStore('tracker.db') })
 */
export function sqliteStore(file: string | Database.Database, options: SqliteOptions = {}): Store {
  const { synchronous = 'full', readers = 4, busyTimeout = 50, readonly = false } = options
  const { longestQuestion = 500, logger = toProcess } = options
  requireOptions({ synchronous, readers, busyTimeout, longestQuestion })
  const warn = (message: string) => logger.warn(message)
  const { db, isOurs, requireFile, tellMode, ...opened } = openFile(file, { timeout: busyTimeout, readonly }, warn)
  const writer = connect(db, longestQuestion)
  const inTurn = createTurns()
  const openReader = () => connect(opened.openReader(), longestQuestion)
  const pool = createPool(readers, openReader)
  let migrated: { readonly schema: Schema; readonly compiler: Compiler } | undefined
  let isShared = false

  function ready(): { readonly schema: Schema; readonly compiler: Compiler } {
    if (!migrated) throw new Error('migrate the store before anything else: it does not know its schema yet')
    return migrated
  }

  const store: PlainStore = {
    migrate: (schema, migrations) =>
      inTurn(async () => {
        if (isOurs && !readonly) isShared = await patiently(() => prepareFile(db, synchronous))
        await (readonly ? readMigrations(writer, migrations) : patiently(() => writeMigrations(writer, migrations)))
        tellMode()
        migrated = { schema, compiler: createCompiler(schema, sqliteDialect) }
      }),
    async read(work) {
      const { compiler } = ready()
      requireFile('read')
      const task = (connection: Connection) => readSnapshot(connection, () => work(createReader(connection, compiler)))
      return isShared ? pool.use(task) : inTurn(() => task(writer))
    },
    async write(work) {
      const { compiler, schema } = ready()
      if (readonly) throw new StoreError('read_only', 'the store was opened for reading only')
      return inTurn(() => {
        requireFile('write')
        return writeTransaction(writer, () => work(createWriter(writer, compiler, schema)))
      })
    },
    async verify() {
      const { schema } = ready()
      if (db.memory) return inTurn(async () => verify(writer, schema))
      return verifyFile(openReader(), schema)
    },
    async reindex() {
      const { schema } = ready()
      await inTurn(() => writeTransaction(writer, () => reindex(writer, schema)))
    },
    close() {
      pool.clear((connection) => connection.close())
      // The last connection to a file to close takes the write-ahead log into it.
      if (isOurs) writer.close()
    },
  }
  return guarded(store)
}

type Ranged = Required<Pick<SqliteOptions, 'synchronous' | 'readers' | 'busyTimeout' | 'longestQuestion'>>

/** Before there is a file. SQLite itself takes any word for `synchronous`, and `off` loses what was acknowledged. */
function requireOptions({ synchronous, readers, busyTimeout, longestQuestion }: Ranged): void {
  const isKnown = ['full', 'normal'].includes(synchronous)
  if (!isKnown) throw new RangeError(`synchronous is full or normal, not ${synchronous}`)
  if (!Number.isSafeInteger(readers) || readers < 1) throw new RangeError(`readers is at least 1, not ${readers}`)
  requireWhole('busyTimeout', busyTimeout)
  requireDuration('longestQuestion', longestQuestion)
}

/** One at a time; those that waited let other things happen first, so that a long queue of writes starves nobody. */
function createTurns() {
  const gate = createMutex()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const waits = !gate.isIdle()
    return gate.run(async () => {
      if (waits) await setImmediate()
      return task()
    })
  }
}

function sessionOf(connection: Connection): MigrationSession {
  return { run: (sql, parameters) => connection.all(sql, parameters) }
}

/** @throws when the file holds another schema */
function readMigrations(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  return readSnapshot(connection, () => requireMigrated(sessionOf(connection), sqliteDialect, migrations))
}

function writeMigrations(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  return writeTransaction(connection, async () => {
    await runMigrations(sessionOf(connection), sqliteDialect, migrations)
    requireWritable(connection)
  })
}

/** Writes what is there already: a file that can only be read, or a full disk, is to be noticed at the start. */
function requireWritable(connection: Connection): void {
  const [[version] = []] = connection.all('PRAGMA user_version', [])
  connection.run(`PRAGMA user_version = ${Number(version)}`, [])
}

/** Whether readers of this file see it undisturbed by the writer: not so in memory, nor where the log cannot be shared. */
function prepareFile(db: Database.Database, synchronous: string): boolean {
  const mode = db.pragma('journal_mode = WAL', { simple: true })
  db.pragma(`synchronous = ${synchronous}`)
  return mode === 'wal'
}

/** Tries again while other processes hold the file, for instance because they migrate it. */
async function patiently<T>(task: () => T | Promise<T>): Promise<T> {
  const deadline = Date.now() + migrationPatience
  for (;;) {
    try {
      return await task()
    } catch (error) {
      const cause = storeError(error)
      if (!isStoreError(cause, 'retry') || Date.now() > deadline) throw cause
      await setTimeout(20)
    }
  }
}
