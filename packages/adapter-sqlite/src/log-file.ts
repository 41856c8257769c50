// The write-ahead log as a file that can be synced apart from SQLite.
import { close, fdatasync, fstatSync, fsync, open } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

export interface LogFile {
  /** Resolves when all that has been written to the log is on the disk. Waits in a thread of the pool, not in this one. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Makes the log of a database accessible. It is opened by the first `sync`: there must be one by then. */
export type OpenLog = (database: string) => LogFile

/**
 * A descriptor of our own for `-wal`. It leads to the file that SQLite writes to for as long as the connection that writes is
 * open: only the last connection to a database deletes its log, and checkpoints begin to write at its start again, in the same
 * file. Closing it lets go of no lock of SQLite, which has none on the log. It must never be one for the database or `-shm`:
 * closing any descriptor of a file ends all POSIX locks that the process has on it.
 */
export const openLog: OpenLog = (database) => {
  let descriptor: Promise<number> | undefined
  return {
    async sync() {
      const log = await (descriptor ??= openSynced(database))
      await promisify(fdatasync)(log)
      if (fstatSync(log).nlink === 0) throw new Error('the log was removed while it was in use')
    },
    async close() {
      const log = await descriptor?.catch(() => undefined)
      descriptor = undefined
      if (log !== undefined) await promisify(close)(log)
    },
  }
}

/** Syncs the directory once: it contains the names of the database and its log. */
async function openSynced(database: string): Promise<number> {
  // SQLite puts the log beside the file that a symbolic link leads to.
  const file = await realpath(database)
  await syncDirectory(dirname(file))
  // For writing: Windows syncs no other descriptors.
  return await promisify(open)(`${file}-wal`, 'r+')
}

async function syncDirectory(path: string): Promise<void> {
  // Windows has no descriptors for directories, and keeps their entries itself.
  if (process.platform === 'win32') return
  const directory = await promisify(open)(path, 'r')
  try {
    await promisify(fsync)(directory)
  } finally {
    await promisify(close)(directory)
  }
}
