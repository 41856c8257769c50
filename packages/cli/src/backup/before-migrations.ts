// Before a migration: lists the migrations that will run, and makes a backup if they cannot be reversed.
import { rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pendingOf, type PendingMigration } from '@trackerkit/core/moving'
import { isThere, kindOf, readDatabase, withFile } from '../store/database.js'
import { withExisting } from '../store/store.js'
import { moveIntoPlace } from './move-into-place.js'
import { removeUnfinished, unfinishedOf } from './unfinished.js'

/** Returns the migrations that this version would run; none if there is no tracker yet. */
async function pendingIn(database: string): Promise<readonly PendingMigration[]> {
  const { place } = readDatabase(database)
  if (!isThere(place) || (kindOf(place) === 'file' && !isFile(place))) return []
  return (await withExisting(database, { readonly: true }, pendingOf)) ?? []
}

/**
 * Prints the migrations that will run, and copies a file before one that older versions cannot use.
 * @returns how many there are
 */
export async function prepareMigrations(
  database: string,
  { keepsCopy, tell }: { readonly keepsCopy: boolean; readonly tell: (line: string) => void },
): Promise<number> {
  const pending = await pendingIn(database)
  if (pending.length === 0) return 0
  tell(`pending migrations: ${pending.map(({ id, name }) => `${id} (${name})`).join(', ')}`)
  const first = pending.find(({ breaking }) => breaking)
  if (first) tell(`after migration ${first.id}, older versions cannot open the tracker`)
  const { place } = readDatabase(database)
  const last = pending.findLast(({ breaking }) => breaking)
  if (!last || !keepsCopy || kindOf(place) !== 'file') return pending.length
  const copy = `${place}.before-${last.id}`
  if (await keepCopy(database, copy, last.id)) tell(`backup written to ${copy}`)
  return pending.length
}

/**
 * Replaces the copy of an earlier attempt: older versions may have written to the file since.
 * @returns false if another process has migrated the file in the meantime, and has kept a copy
 */
async function keepCopy(database: string, copy: string, last: number): Promise<boolean> {
  const { place } = readDatabase(database)
  removeUnfinished(dirname(copy), (name) => name === basename(copy))
  const { backUpFile } = await import('@trackerkit/adapter-sqlite')
  const unfinished = unfinishedOf(copy)
  try {
    await backUpFile(place, unfinished)
    const pending = await pendingIn(withFile(database, unfinished))
    if (!pending.some(({ id }) => id === last)) return false
    moveIntoPlace(unfinished, copy)
    return true
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Opening reports a file that is not a tracker. */
function isFile(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isFile() === true
}
