// A store in a folder of PGlite, opened and closed by the store itself.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StoreError, type Store } from '@trackerkit/core/store'
import { pgliteStore, type PgliteDatabase, type PgliteOptions } from './pglite-store.js'

interface OpenDatabase extends PgliteDatabase {
  readonly closed: boolean
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
  const unlock = lock(folder)
  let db: OpenDatabase | undefined
  try {
    const { PGlite } = (await import(driver)) as { readonly PGlite: { create(at: string): Promise<OpenDatabase> } }
    db = await PGlite.create(folder)
    const store = pgliteStore(db, options)
    return { ...store, close: () => closeAll(store, db as OpenDatabase, unlock) }
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
  else if (!found.isDirectory()) throw new StoreError('unavailable', 'it is a file, not a folder of PGlite')
  else if (readdirSync(folder).length > 0 && !existsSync(join(folder, 'PG_VERSION')))
    throw new StoreError('unavailable', 'the folder has other files')
}

async function closeAll(store: Store, db: OpenDatabase, unlock: () => void): Promise<void> {
  await store.close()
  // A store can be closed twice.
  if (!db.closed) await db.close()
  unlock()
}

/** The folders that this process has locked. */
const locked = new Set<string>()

/** @throws StoreError */
function lock(folder: string): () => void {
  const file = `${resolve(folder)}.lock`
  const owner = ownerOf(file)
  if (owner !== undefined) throw new StoreError('unavailable', `the folder is open in process ${owner}`)
  // It is left of a process that was killed.
  rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    throw new StoreError('unavailable', 'the folder is being opened by another process')
  }
  locked.add(file)
  return () => {
    if (locked.delete(file)) rmSync(file, { force: true })
  }
}

/** The process that has locked it and still runs. */
function ownerOf(file: string): number | undefined {
  let owner: number
  try {
    owner = Number(readFileSync(file, 'utf8'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  if (owner === process.pid) return locked.has(file) ? owner : undefined
  try {
    process.kill(owner, 0)
    return owner
  } catch (error) {
    return hasCode(error, 'ESRCH') ? undefined : owner
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
