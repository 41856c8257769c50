// Copies a file while others use it.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { sqliteCode } from './errors.js'
import { makeFile } from './file.js'
import { thaw } from './frozen-file.js'
import { chooseDriver } from './driver/choose.js'
import type { DriverConnection } from './driver/driver.js'
import type { SqliteOptions } from './options.js'

/** For how long it waits for a lock, in milliseconds. */
const patience = 60_000

/**
 * Writes a snapshot of the file while others read it and write to it, and resolves when the copy is on the disk: before
 * that, there is no file of that name. If the process is killed, a file that ends in `.part` is left. It blocks this process, so
 * servers should run it in another one.
 *
 * @throws Error when there is a file of that name
 * @example
 * await backUpFile('tracker.db', 'tracker-2026-03-01.db')
 */
export async function backUpFile(
  from: string,
  to: string,
  { driver }: Pick<SqliteOptions, 'driver'> = {},
): Promise<void> {
  const target = resolve(to)
  if (existsSync(target)) throw new Error(`${to} already exists`)
  const chosen = chooseDriver(driver)
  // Another process may be writing a copy of the same name.
  const unfinished = `${target}.${randomBytes(4).toString('hex')}.part`
  const thawed = thaw(from)
  try {
    const connection = chosen.open(thawed?.file ?? from, { readonly: true, timeout: patience })
    try {
      writeCopy(connection, unfinished, to)
    } finally {
      connection.close()
    }
    renameSync(unfinished, target)
    sync(dirname(target))
  } finally {
    thawed?.remove()
    rmSync(unfinished, { force: true })
  }
}

/** A copy that SQLite writes row by row has no free pages, and none that are damaged. */
function writeCopy(connection: DriverConnection, file: string, to: string): void {
  makeFile(file)
  try {
    connection.prepare('VACUUM INTO ?').run([file])
  } catch (error) {
    // SQLite does not report which of the two files it is.
    if (!(error instanceof Error) || !isFullDisk(error)) throw error
    throw new Error(`${to} cannot be written: ${error.message}`, { cause: error })
  }
  sync(file)
}

/** Beyond a quota or the largest size of a file, writing fails as well. */
function isFullDisk(error: Error): boolean {
  return /^SQLITE_(FULL|IOERR_WRITE)$/.test(sqliteCode(error) ?? '')
}

/** Systems that cannot sync a folder need not. */
function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'EPERM') throw error
  } finally {
    closeSync(file)
  }
}
