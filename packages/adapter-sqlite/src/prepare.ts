// What is done with a file before it is used: its settings and its migrations.
import { setTimeout } from 'node:timers/promises'
import { requireMigrated, runMigrations, type Dialect, type MigrationSession } from '@trackerkit/core/sql'
import { isStoreError, type Migration } from '@trackerkit/core/store'
import type { Connection } from './connection.js'
import { storeError } from './errors.js'
import type { SqliteOptions } from './options.js'
import { readSnapshot, writeTransaction } from './transaction.js'

/** For how long a migration waits for other processes, in milliseconds. */
const migrationPatience = 60_000

/**
 * Puts the file into WAL mode, in which a commit waits for no disk (`synchronous = NORMAL`): with full durability the store waits
 * for it afterwards, elsewhere than in this thread. Where the log cannot be shared, SQLite has to wait in the commit. What is deleted
 * is overwritten with zeros (`secure_delete`).
 *
 * @returns whether there is a log, and readers see the file undisturbed by the writer: not so in memory
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

/** Writes what is there already: a file that can only be read, or a full disk, is to be noticed at the start. */
function requireWritable(connection: Connection): void {
  const [[version] = []] = connection.all('PRAGMA user_version', [])
  connection.run(`PRAGMA user_version = ${Number(version)}`, [])
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
