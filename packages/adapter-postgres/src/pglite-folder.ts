// A store in a folder of PGlite, opened and closed by the store itself.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StoreError, type Store } from '@trackerkit/core/store'
import { pgliteStore, type PgliteDatabase, type PgliteOptions } from './pglite-store.js'

interface OpenDatabase extends PgliteDatabase {
  close(): Promise<void>
}

/** Not by a name that TypeScript resolves: its types are those of a browser. */
const driver = '@electric-sql/pglite'

/**
 * Opens PGlite in a folder, which is created if it is missing, and closes it with the store. A lock file, `FOLDER.lock`, keeps other
 * processes out: two of them would destroy the database.
 *
 * @throws StoreError `unavailable` if another process has opened the folder, or it has other files
 * @throws RangeError for an option that is out of its range
 * @example
 * const tracker = await createTracker({ store: await openPgliteFolder('data/tracker') })
 */
export async function openPgliteFolder(folder: string, options: PgliteOptions = {}): Promise<Store> {
  prepareFolder(folder)
  // One spelling for the lock, and none that PGlite takes for a URL.
  const path = realpathSync(folder)
  const unlock = lock(path)
  let db: OpenDatabase | undefined
  try {
    const { PGlite } = (await import(driver)) as { readonly PGlite: { create(at: string): Promise<OpenDatabase> } }
    db = await PGlite.create(path)
    const store = pgliteStore(db, options)
    return { ...store, close: closing(store, db, unlock) }
  } catch (error) {
    await db?.close()
    unlock()
    throw error
  }
}

/** PGlite would create a database among other files. @throws StoreError */
function prepareFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) mkdirSync(folder, { recursive: true, mode: 0o700 })
  else if (!found.isDirectory()) throw new StoreError('unavailable', 'it is a file, not a PGlite folder')
  else if (readdirSync(folder).length > 0 && !existsSync(join(folder, 'PG_VERSION')))
    throw new StoreError('unavailable', 'the folder has other files')
}

/** A store can be closed twice. */
function closing(store: Store, db: OpenDatabase, unlock: () => void): () => Promise<void> {
  let closed: Promise<void> | undefined
  return async () => {
    await store.close()
    await (closed ??= db.close().then(unlock))
  }
}

/** The folders that this process has locked. */
const locked = new Set<string>()

/** @throws StoreError */
function lock(folder: string): () => void {
  const file = `${folder}.lock`
  refuseIfOpen(file)
  removeStale(file)
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new StoreError('unavailable', 'the folder is being opened by another process')
    rmSync(file, { force: true })
    throw error
  }
  locked.add(file)
  return () => {
    if (locked.delete(file)) rmSync(file, { force: true })
  }
}

/** Removes the lock of a process that was killed, but not that of another process which removed it first. */
function removeStale(file: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  try {
    refuseIfOpen(aside, file)
  } catch (error) {
    renameSync(aside, file)
    throw error
  }
  rmSync(aside)
}

/** @param file the file to read, which is or was the lock `name` */
function refuseIfOpen(file: string, name = file): void {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const owner = Number(text)
  if (!Number.isSafeInteger(owner) || owner < 1)
    throw new StoreError('unavailable', `${name} does not name a process: remove it if no process uses the folder`)
  if (owner === process.pid ? locked.has(name) : isRunning(owner))
    throw new StoreError('unavailable', `the folder is open in process ${owner}`)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
