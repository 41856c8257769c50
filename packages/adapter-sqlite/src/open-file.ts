import { resolve } from 'node:path'
import Database from 'better-sqlite3'
import { storeError } from './errors.js'
import { makeFile, modeWarning, watchFile, type RequireFile } from './file.js'

export interface OpenFile {
  /** The connection that writes. */
  readonly db: Database.Database
  /** Where the file is, whatever the current directory becomes. */
  readonly path: string
  /** Whether it is for the store to configure and close. */
  readonly isOurs: boolean
  /** To be called for every transaction. */
  readonly requireFile: RequireFile
  /** Tells once when others can read the file. For when it has turned out to be a database. */
  readonly tellMode: () => void
  /** Opens one more connection, for reading. */
  readonly openReader: () => Database.Database
}

/** Opens a file, or takes a connection that somebody else has opened. */
export function openFile(
  file: string | Database.Database,
  { busyTimeout: timeout, readonly }: { readonly busyTimeout: number; readonly readonly: boolean },
  warn: (message: string) => void,
): OpenFile {
  const isOurs = typeof file === 'string'
  const isFile = isOurs ? file.trim() !== '' && file !== ':memory:' : !file.memory
  if (isOurs && isFile && !readonly) makeFile(file)
  const db = isOurs ? open(file, { timeout, readonly }) : file
  // A reader may be opened when the current directory is another one.
  const path = db.name.startsWith('file:') ? db.name : resolve(db.name)
  let isTold = false
  const warning = isOurs && isFile ? modeWarning(path) : undefined
  return {
    db,
    path,
    isOurs,
    requireFile: isFile ? watchFile(path, warn) : () => undefined,
    tellMode() {
      if (warning !== undefined && !isTold) warn(warning)
      isTold = true
    },
    openReader: () => open(path, { readonly: true, timeout }),
  }
}

function open(name: string, options: Database.Options): Database.Database {
  try {
    return new Database(name, options)
  } catch (error) {
    throw storeError(error)
  }
}
