import { createCompiler, type Compiler, type Dialect } from '@trackerkit/core/sql'
import { guarded, StoreError, type PlainStore, type Schema, type Store } from '@trackerkit/core/store'
import { connect } from './connection.js'
import { sqliteDialect } from './dialect.js'
import type { SqliteDatabase } from './driver/choose.js'
import type { DriverConnection } from './driver/driver.js'
import { createJoin } from './join.js'
import { openLog, type OpenLog } from './log-file.js'
import { roomFor } from './file.js'
import { openFile } from './open-file.js'
import { completeOptions, type CompleteOptions, type SqliteOptions } from './options.js'
import { prepareFile, readMigrations, requireContents, writeMigrations } from './prepare.js'
import { createReaders, type ScanParts } from './readers.js'
import { inTime, type Timer } from './scans.js'
import { hasThreads, startThread, type StartThread } from './thread.js'
import { createReader, createWriter, longestOf, readSnapshot, writeTransaction } from './transaction.js'
import { createWriteQueue, type WriteQueue } from './write-queue.js'
import { purgeDeleted, purgeDeletedOnThread } from './purge-deleted.js'
import { createWatch } from './watch.js'
import { reindex, verify, verifyFile } from './verify.js'

/**
 * A store in a SQLite file, which is created if it is missing, readable only by its owner. Several processes may use
 * one file.
 *
 * You can pass an open `Database` of better-sqlite3 or `DatabaseSync` of node:sqlite instead. You configure and close
 * it. The store uses it for reads and writes alike, one at a time; do not use it while the store has work.
 *
 * @throws RangeError for an option that is out of its range
 * @throws TrackerError `invalid_options` when the driver cannot be loaded, or none can, without a file, and for one whose folder does
 * not exist
 * @param file the name of a file, or `:memory:` for a store that is gone when it is closed
 * @example
 * const tracker = await createTracker({ store: sqliteStore('tracker.db') })
 */
export function sqliteStore(file: string | SqliteDatabase, options: SqliteOptions = {}): Store {
  return openStore(file, options, {})
}

/** Parts that tests replace. */
export interface Parts {
  readonly openLog: OpenLog
  readonly startThread: StartThread
  readonly hasThreads: () => boolean
  readonly timer: Timer
  readonly mostRowsHere: ScanParts['mostRowsHere']
}

/** They take some milliseconds. */
const mostRowsHere = 2048

const usual: Parts = { openLog, startThread, hasThreads, timer: inTime, mostRowsHere }

interface Migrated {
  readonly schema: Schema
  readonly compiler: Compiler
}

/** Opens the file with its readers and its writer. */
function openConnections(file: string | SqliteDatabase, options: CompleteOptions, parts: Parts) {
  const { busyTimeout, queryTimeoutMs, prefix, readers } = options
  const opened = openFile(file, options, (message) => options.logger.warn(message))
  const scanThreads = threadsFor(opened, options, parts)
  const open = (database: DriverConnection) => connect(database, queryTimeoutMs, prefix)
  const openReader = () => open(opened.openReader())
  const start = (writes: boolean) =>
    parts.startThread({ file: opened.path, busyTimeout, driver: opened.db.driver.name, writes })
  return {
    ...opened,
    writer: open(opened.db),
    openReader,
    startWriter: () => start(true),
    join: createJoin(opened, typeof file === 'string' ? undefined : file, open),
    scanThreads,
    readers: createReaders({ readers, scanThreads }, openReader, { ...parts, startThread: () => start(false) }),
    log: parts.openLog(opened.path),
  }
}

/** How many threads scan. */
function threadsFor(
  { isOurs, db }: ReturnType<typeof openFile>,
  { scanThreads, readonly, logger }: CompleteOptions,
  { hasThreads: hasCode }: Parts,
): number {
  const wouldScan = isOurs && !db.isInMemory && !readonly && scanThreads > 0
  if (!wouldScan || hasCode()) return scanThreads
  logger.warn(
    'Searches run in the calling thread and are limited to queryTimeoutMs: the bundle of this program lacks scan-thread.js. ' +
      'Keep @trackerkit/adapter-sqlite external in the bundler.',
  )
  return 0
}

/** The store, made with other parts than usual. */
export function openStore(file: string | SqliteDatabase, asked: SqliteOptions, others: Partial<Parts>): Store {
  const options = completeOptions(asked)
  const { durability, prefix, readonly } = options
  const dialect = sqliteDialect(prefix)
  const connections = openConnections(file, options, { ...usual, ...others })
  const { isOurs, requireFile, warnAboutMode, writer, readers, log, join, scanThreads } = connections
  const queue = createWriteQueue(log, (message) => options.logger.warn(message))
  const { inTurn, writeInTurn, waitForDisk } = queue
  let migrated: Migrated | undefined
  let isShared = false
  const watch = createWatch(() => (isShared ? connections.openReader() : undefined))

  function ready(): Migrated {
    if (!migrated) throw new Error('migrate the store first: its schema is not known yet')
    return migrated
  }

  function readyToWrite(): Migrated {
    if (readonly) throw new StoreError('read_only', 'the store was opened as read-only')
    return ready()
  }

  const store: PlainStore = {
    async migrate(schema, migrations, { mustExist = false } = {}) {
      if (mustExist) await inTurn(() => requireContents(writer, dialect))
      if (readonly) await inTurn(() => readMigrations(writer, dialect, migrations))
      else
        await writeInTurn(async () => {
          if (isOurs) isShared = await prepareFile(writer, durability)
          if (isShared && durability === 'full') waitForDisk()
          await writeMigrations(writer, dialect, migrations)
        })
      warnAboutMode()
      migrated = { schema, compiler: createCompiler(schema, dialect) }
    },
    read(work, how = {}) {
      const { compiler } = ready()
      requireFile('read')
      if (isShared) return readers.read(compiler, work, how)
      return inTurn(() => readSnapshot(writer, () => work(createReader(writer, compiler, longestOf(how)))))
    },
    write(work, how = {}) {
      const { compiler, schema } = readyToWrite()
      return writeInTurn(() => {
        requireFile('write')
        return writeTransaction(writer, () => work(createWriter(writer, compiler, schema, longestOf(how))))
      }, how).finally(() => watch.tell())
    },
    async join(connection, work) {
      const known = readyToWrite()
      requireFile('write')
      return join(connection, known, work)
    },
    ...createUpkeep(connections, queue, dialect, ready),
    ...(isOurs && !readonly && createPurge(connections, queue, dialect, ready, () => isShared && scanThreads > 0)),
    watch: (listener) => watch.watch(listener),
    async close() {
      watch.close()
      await closeConnections(connections)
    },
  }
  return guarded(store)
}

async function closeConnections(connections: ReturnType<typeof openConnections>): Promise<void> {
  const { isOurs, readers, log, writer, release } = connections
  await readers.close()
  await log.close()
  // The last connection to a file to close takes the write-ahead log into it.
  if (isOurs) writer.close()
  release()
}

/** Keeps its turn until it is done, so no write of this process waits for the thread's lock and blocks all others. */
function createPurge(
  { writer, startWriter, requireFile }: ReturnType<typeof openConnections>,
  { inTurn }: WriteQueue,
  dialect: Dialect,
  ready: () => Migrated,
  hasThreads: () => boolean,
): Required<Pick<PlainStore, 'purgeDeleted'>> {
  return {
    purgeDeleted: () =>
      inTurn(() => {
        const { schema } = ready()
        requireFile('write')
        if (hasThreads()) return purgeDeletedOnThread(startWriter, dialect, schema)
        return purgeDeleted((sql) => writer.all(sql, []), dialect, schema)
      }),
  }
}

/** Finds and repairs faults in the file. */
function createUpkeep(
  { db, path, writer, openReader }: ReturnType<typeof openConnections>,
  { inTurn, writeInTurn }: WriteQueue,
  dialect: Dialect,
  ready: () => Migrated,
): Required<Pick<PlainStore, 'verify' | 'reindex' | 'room'>> {
  return {
    async room() {
      return db.isInMemory ? Infinity : roomFor(path)
    },
    async verify() {
      const { schema } = ready()
      if (db.isInMemory) return inTurn(async () => verify(writer, dialect, schema))
      return verifyFile(openReader(), dialect, schema)
    },
    async reindex() {
      const { schema } = ready()
      await writeInTurn(() => writeTransaction(writer, () => reindex(writer, dialect, schema)))
    },
  }
}
