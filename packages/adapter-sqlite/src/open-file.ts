import { resolve } from 'node:path'
import { kindOf, TrackerError } from '@trackerkit/core/store'
import { adopt, chooseDriver, type SqliteDatabase } from './driver/choose.js'
import type { Driver, DriverConnection, DriverName, OpenOptions } from './driver/driver.js'
import { storeError } from './errors.js'
import { isInFolder, makeFile, matchModes, modeWarning, watchFile, type RequireFile } from './file.js'
import { thaw, type ThawedFile } from './frozen-file.js'

export interface OpenFile {
  /** The connection that writes. */
  readonly db: DriverConnection
  /** Where the file is, whatever the current directory becomes. */
  readonly path: string
  /** True if the store configures and closes the connection. */
  readonly isOurs: boolean
  /** To be called for every transaction. */
  readonly requireFile: RequireFile
  /** Warns once if others can read the file. Call it after verifying that the file is a database. */
  readonly warnAboutMode: () => void
  /** Opens one more connection, for reading. */
  readonly openReader: () => DriverConnection
  /** To be called when all connections are closed. */
  readonly release: () => void
}

interface FileOptions {
  readonly busyTimeout: number
  readonly readonly: boolean
  readonly driver: DriverName | undefined
}

/**
 * Opens a file, or wraps a connection of the host.
 * @throws TrackerError `invalid_options` when there is no driver, for no file, and for one whose folder does not exist
 */
export function openFile(
  file: string | SqliteDatabase,
  { busyTimeout: timeout, readonly, driver: wanted }: FileOptions,
  warn: (message: string) => void,
): OpenFile {
  requireFileOrConnection(file)
  const isOurs = typeof file === 'string'
  const opened: OpenedFile = isOurs ? openOurs(file, chooseDriver(wanted), { timeout, readonly }) : { db: adopt(file) }
  const { db, thawed } = opened
  const isFile = isOurs ? namesFile(file) : !db.isInMemory
  // A reader may be opened when the current directory is another one.
  const path = db.name.startsWith('file:') ? db.name : resolve(db.name)
  let isTold = false
  const warning = isOurs && isFile ? modeWarning(path) : undefined
  return {
    db,
    path,
    isOurs,
    requireFile: isFile ? watchFile(path, warn) : () => undefined,
    warnAboutMode() {
      if (warning !== undefined && !isTold) warn(warning)
      isTold = true
    },
    openReader: () => open(db.driver, path, { readonly: true, timeout }),
    release: () => thawed?.remove(),
  }
}

/** For SQLite, an empty name is a temporary file: the bugs of a program whose setting is missing would be lost. */
function requireFileOrConnection(file: unknown): void {
  const isUsable =
    typeof file === 'string' ? file.trim() !== '' : typeof file === 'object' && file !== null && 'prepare' in file
  if (isUsable) return
  const accepted = "the name of a file, ':memory:', or an open database"
  throw new TrackerError('invalid_options', {
    field: 'file',
    value: typeof file === 'string' ? file : kindOf(file),
    accepted,
  })
}

interface OpenedFile {
  readonly db: DriverConnection
  readonly thawed?: ThawedFile | undefined
}

function openOurs(file: string, driver: Driver, options: OpenOptions): OpenedFile {
  if (!namesFile(file)) return { db: open(driver, file, options) }
  // Drivers do not name the file.
  if (!isInFolder(file))
    throw new TrackerError('invalid_options', { field: 'file', value: file, accepted: 'a file in an existing folder' })
  if (!options.readonly) {
    makeFile(file)
    matchModes(file)
  }
  const thawed = options.readonly ? thaw(file) : undefined
  try {
    return { db: open(driver, thawed?.file ?? file, options), thawed }
  } catch (error) {
    thawed?.remove()
    throw error
  }
}

function namesFile(file: string): boolean {
  return file !== ':memory:'
}

function open(driver: Driver, name: string, options: OpenOptions): DriverConnection {
  try {
    return driver.open(name, options)
  } catch (error) {
    throw storeError(error)
  }
}
