// Files in folders that cannot be written to, such as those of a disk that has failed and became read-only.
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StoreError } from '@trackerkit/core/store'

/** A copy of a file, which is read in its place. */
export interface ThawedFile {
  readonly file: string
  remove(): void
}

/**
 * Copies a file that SQLite cannot open in place: in WAL mode, even reading needs a log beside the file. `immutable=1`
 * would avoid the copy, but better-sqlite3 accepts no URIs.
 * @returns undefined if no copy is needed
 * @throws StoreError `unavailable` if the file was written to during the copy
 */
export function thaw(file: string): ThawedFile | undefined {
  if (!existsSync(file)) return undefined
  const real = realpathSync(file)
  if (!isFrozen(real) || !isInWalMode(real) || hasLog(real)) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'tracker.db')
    const before = stateOf(real)
    copyFileSync(real, copy)
    if (existsSync(`${real}-wal`)) copyFileSync(`${real}-wal`, `${copy}-wal`)
    if (stateOf(real) !== before) throw new StoreError('unavailable', 'the file changed while it was copied')
    return { file: copy, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function isFrozen(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK)
    return false
  } catch {
    return true
  }
}

/** Byte 18 of a database: 2 for WAL mode. */
function isInWalMode(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const header = Buffer.alloc(20)
    return readSync(descriptor, header, 0, 20, 0) === 20 && header[18] === 2
  } finally {
    closeSync(descriptor)
  }
}

/** With both, SQLite reads the file where it is. */
function hasLog(file: string): boolean {
  return existsSync(`${file}-wal`) && existsSync(`${file}-shm`)
}

function stateOf(file: string): string {
  return [file, `${file}-wal`]
    .map((one) => statSync(one, { throwIfNoEntry: false }))
    .map((stat) => `${stat?.size} ${stat?.mtimeMs}`)
    .join()
}
