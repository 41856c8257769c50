import { createCompiler, type Compiler } from '@trackerkit/core/sql'
import { guarded, StoreError, type PlainStore, type Schema, type Store } from '@trackerkit/core/store'
import type Database from 'better-sqlite3'
import { connect, type Connection } from './connection.js'
import { sqliteDialect } from './dialect.js'
import { openLog, type OpenLog } from './log-file.js'
import { openFile } from './open-file.js'
import { completeOptions, type SqliteOptions } from './options.js'
import { createPool } from './pool.js'
import { prepareFile, readMigrations, writeMigrations } from './prepare.js'
import { createReader, createWriter, readSnapshot, writeTransaction } from './transaction.js'
import { createTurns } from './turns.js'
import { reindex, verify, verifyFile } from './verify.js'

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
  return openStore(file, options, { openLog })
}

/** What a store is made with, and tests replace. */
export interface Parts {
  readonly openLog: OpenLog
}

interface Migrated {
  readonly schema: Schema
  readonly compiler: Compiler
}

/** The store, made with other parts than usual. */
export function openStore(file: string | Database.Database, given: SqliteOptions, parts: Parts): Store {
  const options = completeOptions(given)
  const { durability, longestQuestion, readonly } = options
  const warn = (message: string) => options.logger.warn(message)
  const { db, path, isOurs, requireFile, tellMode, ...opened } = openFile(file, options, warn)
  const writer = connect(db, longestQuestion)
  const openReader = () => connect(opened.openReader(), longestQuestion)
  const pool = createPool(options.readers, openReader)
  const log = parts.openLog(path)
  const { inTurn, writeInTurn, waitForDisk } = createTurns(log, warn)
  let migrated: Migrated | undefined
  let isShared = false

  function ready(): Migrated {
    if (!migrated) throw new Error('migrate the store before anything else: it does not know its schema yet')
    return migrated
  }

  const store: PlainStore = {
    async migrate(schema, migrations) {
      if (readonly) await inTurn(() => readMigrations(writer, migrations))
      else
        await writeInTurn(async () => {
          if (isOurs) isShared = await prepareFile(db, durability)
          if (isShared && durability === 'full') waitForDisk()
          await writeMigrations(writer, migrations)
        })
      tellMode()
      migrated = { schema, compiler: createCompiler(schema, sqliteDialect) }
    },
    async read(work) {
      const { compiler } = ready()
      requireFile('read')
      const task = (connection: Connection) => readSnapshot(connection, () => work(createReader(connection, compiler)))
      return isShared ? pool.use(task) : inTurn(() => task(writer))
    },
    async write(work) {
      const { compiler, schema } = ready()
      if (readonly) throw new StoreError('read_only', 'the store was opened for reading only')
      return writeInTurn(() => {
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
      await writeInTurn(() => writeTransaction(writer, () => reindex(writer, schema)))
    },
    async close() {
      pool.clear((connection) => connection.close())
      await log.close()
      // The last connection to a file to close takes the write-ahead log into it.
      if (isOurs) writer.close()
    },
  }
  return guarded(store)
}
