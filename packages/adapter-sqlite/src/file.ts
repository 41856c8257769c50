// The file of a database: mode, identity and existence.
import { chmodSync, closeSync, openSync, realpathSync, statSync, type BigIntStats } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StoreError } from '@trackerkit/core/store'

/** Only the owner reads a database, which holds hidden data and secrets. SQLite gives its log the same mode. */
const ownerOnly = 0o600
const byOthers = 0o077

/** Returns false if a file cannot be there, and true where SQLite reports why it cannot be opened. */
export function isInFolder(path: string): boolean {
  try {
    return statSync(dirname(path)).isDirectory()
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes((error as { readonly code?: string }).code ?? '')
  }
}

/** Creates the file with the right mode, before SQLite creates it with another. An existing file stays. */
export function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', ownerOnly))
  } catch {
    // It exists, or SQLite reports why it cannot be created.
  }
}

/**
 * Gives the log and its index the mode of the file. SQLite does so when it creates them, and cannot write to a file that was made
 * writable after they were left behind.
 */
export function matchModes(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return
  for (const end of ['-wal', '-shm']) {
    try {
      const beside = `${realpathSync(path)}${end}`
      if (statSync(beside).mode !== mode) chmodSync(beside, mode & 0o777)
    } catch {
      // There is none, or it belongs to another user.
    }
  }
}

/** Returns a warning if the mode of the file is too open, otherwise undefined. */
export function modeWarning(path: string): string | undefined {
  // Windows has no such modes and reports made-up ones.
  if (process.platform === 'win32') return undefined
  const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777
  if ((mode & byOthers) === 0) return undefined
  const octal = mode.toString(8).padStart(4, '0')
  return `${path} can be read by other users of this machine (mode ${octal}), and holds secrets: chmod 600 it`
}

/** Checks that the file still exists. @throws StoreError `unavailable` if it was removed or replaced */
export type RequireFile = (use: 'read' | 'write') => void

/** Milliseconds for which readers assume that a file still exists. */
const goodForReading = 100

/**
 * Records which file a path refers to, and returns a function that checks that it still does: SQLite keeps using a
 * deleted or replaced file, and writes to it are lost.
 * @param warn called once each time a check begins to fail
 */
export function watchFile(path: string, warn: (message: string) => void): RequireFile {
  const first = statOf(path)
  let isThere = true
  let lookedAt = -Infinity
  return (use) => {
    const time = performance.now()
    if (use === 'read' && isThere && time - lookedAt < goodForReading) return
    lookedAt = time
    const now = statOf(path)
    const wasThere = isThere
    isThere = now?.ino === first?.ino && now?.dev === first?.dev
    if (isThere) return
    const what = now === undefined ? 'has been removed' : 'has been replaced by another file'
    if (wasThere) warn(`${path} ${what} while it was in use: put it back, or start again`)
    throw new StoreError('unavailable', `the file of the database ${what}`)
  }
}

/** Returns the free bytes of the disk that has the file. */
export async function roomFor(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path))
  return bavail * bsize
}

function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true })
}
