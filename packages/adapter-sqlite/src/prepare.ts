// Prepares a file: settings and migrations.
import { setTimeout } from 'node:timers/promises'
import {
  requireMigrated,
  requireNotEmpty,
  runMigrations,
  type Dialect,
  type MigrationSession,
} from '@trackerkit/core/sql'
import { isStoreError, StoreError, type Migration } from '@trackerkit/core/store'
import type { Connection } from './connection.js'
import { storeError } from './errors.js'
import type { SqliteOptions } from './options.js'
import { readSnapshot, writeTransaction } from './transaction.js'

/** For how long a migration waits for other processes, in milliseconds. */
const migrationPatience = 60_000

/**
 * Sets WAL mode, in which a commit does not wait for the disk (`synchronous = NORMAL`); with full durability, the store
 * syncs afterwards on another thread. If the log cannot be shared, SQLite waits in the commit. Deleted data is
 * overwritten with zeros (`secure_delete`).
 * @returns whether there is a log, which lets readers run beside the writer; false in memory
 */
export function prepareFile(
  connection: Connection,
  durability: Required<SqliteOptions>['durability'],
): Promise<boolean> {
  return patiently(() => {
    const hasLog = connection.all('PRAGMA journal_mode = WAL', [])[0]?.[0] === 'wal'
    connection.run(`PRAGMA synchronous = ${hasLog ? 'normal' : durability}`, [])
    connection.all('PRAGMA secure_delete = ON', [])
    return hasLog
  })
}

/** @throws when the file holds another schema */
export function readMigrations(
  connection: Connection,
  dialect: Dialect,
  migrations: readonly Migration[],
): Promise<void> {
  return readSnapshot(connection, () => requireMigrated(sessionOf(connection), dialect, migrations))
}

/** @throws StoreError `schema_older` */
export function requireContents(connection: Connection, dialect: Dialect): Promise<void> {
  return patiently(() => readSnapshot(connection, () => requireNotEmpty(sessionOf(connection), dialect)))
}

export function writeMigrations(
  connection: Connection,
  dialect: Dialect,
  migrations: readonly Migration[],
): Promise<void> {
  const work = async () => {
    await runMigrations(sessionOf(connection), dialect, migrations)
    requireWritable(connection)
  }
  return patiently(() => writeTransaction(connection, work))
}

function sessionOf(connection: Connection): MigrationSession {
  return { run: (sql, parameters) => connection.all(sql, parameters) }
}

/** Rewrites existing data, to detect a read-only file or a full disk at startup. */
function requireWritable(connection: Connection): void {
  const [[version] = []] = connection.all('PRAGMA user_version', [])
  connection.run(`PRAGMA user_version = ${Number(version)}`, [])
}

/**
 * Tries again while other processes hold the file, for instance because they migrate it.
 * @throws unavailable after a minute
 */
async function patiently<T>(task: () => T | Promise<T>): Promise<T> {
  const deadline = Date.now() + migrationPatience
  for (;;) {
    try {
      return await task()
    } catch (error) {
      const cause = storeError(error)
      if (!isStoreError(cause, 'retry')) throw cause
      // No `retry`: the caller would wait as long again, many times.
      if (Date.now() > deadline) throw new StoreError('unavailable', cause.message, { cause: error })
      await setTimeout(20)
    }
  }
}
