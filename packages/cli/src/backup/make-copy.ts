// Makes a backup of a tracker while it is served, with its description.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inspectStore, type StoreSummary } from '@trackerkit/core/moving'
import { version } from '@trackerkit/core'
import { CommandError } from '../terminal/command.js'
import { messageOf } from '../terminal/explain.js'
import { kindOf, readDatabase, withFile } from '../store/database.js'
import { pendingOfTracker } from '../store/existing.js'
import { withExisting } from '../store/store.js'
import type { Note } from './compare-copy.js'
import { isFolder, isNameOfCopy, nameOfCopy, noteOf } from './copies.js'
import { digestOf } from './digest.js'
import { damageIn, warnOf } from './faults.js'
import { dumpDatabase } from './postgres-tools.js'
import { addInFreePlace, moveIntoPlace } from './move-into-place.js'
import { targetOf } from './target-of.js'
import { errorAbout, removeUnfinished, unfinishedOf, whileRead } from './unfinished.js'

/** @throws CommandError */
function requireCopyable(database: string): void {
  const kind = kindOf(readDatabase(database).place)
  if (kind === 'memory') throw new CommandError('in-memory trackers cannot be backed up')
  if (kind === 'folder')
    throw new CommandError(`backup does not support PGlite: use 'trackerkit copy --from ${database} --to FILE'`)
}

/**
 * Writes a backup, verifies it, and writes a description beside it.
 * @returns where it is, and what is in it
 */
export async function makeCopy(database: string, to: string): Promise<{ readonly file: string; readonly note: Note }> {
  const { place } = readDatabase(database)
  const isServer = kindOf(place) === 'server'
  requireCopyable(database)
  const now = new Date()
  const file = isFolder(to) ? join(to, nameOfCopy(now, isServer ? 'dump' : 'db')) : to
  if (existsSync(file)) throw new CommandError(`${file} already exists`)
  const target = targetOf(file)
  await requireCurrent(database)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const isOurs = isFolder(to) ? isNameOfCopy : (name: string) => name === basename(target)
  removeUnfinished(dirname(target), (name) => isOurs(name.replace(/\.json$/, '')))
  const [unfinished, unfinishedNote] = [unfinishedOf(target), unfinishedOf(noteOf(file))]
  try {
    const summary = await (isServer ? copyServer : copyFile)(database, unfinished)
    const digest = await whileRead(unfinished, async () => digestOf(unfinished))
    const note: Note = { made: now.toISOString(), trackerkit: version, ...summary, ...digest }
    // On a full disk, there is neither.
    writeFileSync(unfinishedNote, `${JSON.stringify(note, undefined, 2)}\n`, { mode: 0o600 })
    if (!addInFreePlace(unfinished, target)) throw new CommandError(`${file} already exists`)
    moveIntoPlace(unfinishedNote, noteOf(file))
    return { file, note }
  } catch (error) {
    throw errorAbout(file, unfinished, error)
  } finally {
    for (const path of [unfinished, unfinishedNote]) rmSync(path, { force: true })
  }
}

/** The contents of the file beside a copy, if there is one. @throws CommandError for one that cannot be read */
export function readNote(file: string): Note | undefined {
  if (!existsSync(noteOf(file))) return undefined
  try {
    return JSON.parse(readFileSync(noteOf(file), 'utf8')) as Note
  } catch {
    throw new CommandError(
      `${noteOf(file)} is damaged: it is not JSON. To restore the backup without comparing, move it away`,
    )
  }
}

async function copyFile(database: string, to: string): Promise<Omit<StoreSummary, 'faults'>> {
  const { place } = readDatabase(database)
  const { backUpFile } = await import('@trackerkit/adapter-sqlite')
  await backUpFile(place, to)
  try {
    return await whileRead(to, async () => requireWhole(withFile(database, to)))
  } catch (error) {
    throw new CommandError(`backup verification failed; the backup was deleted: ${messageOf(error)}`)
  }
}

/** Read before the dump, so the dump holds at least this much. */
async function copyServer(database: string, to: string): Promise<Omit<StoreSummary, 'faults'>> {
  const summary = await requireWhole(database)
  await dumpDatabase(database, to)
  return summary
}

/** Prints faults other than damage. @throws CommandError for a damaged tracker, which must not replace older backups */
async function requireWhole(database: string): Promise<Omit<StoreSummary, 'faults'>> {
  const { faults, ...summary } = await withExisting(database, { readonly: true }, inspectStore)
  const damage = damageIn(faults)
  if (damage !== undefined) throw new CommandError(`the tracker is damaged: ${damage}`)
  warnOf(faults)
  return summary
}

/** @throws CommandError for a database that this version would have to migrate first */
async function requireCurrent(database: string): Promise<void> {
  if ((await pendingOfTracker(database)).length > 0)
    throw new CommandError(`the tracker is at an older version: run 'trackerkit migrate' first`)
}
