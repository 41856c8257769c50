import { inNewFile } from './new-file.js'
import { isThere, kindOf, readDatabase, removeCreatedFolder, withFile } from '../store/database.js'

/** Runs `work` on a database that it fills. If it fails, a database that was missing stays missing. */
export async function fillDatabase<T>(database: string, work: (database: string) => Promise<T>): Promise<T> {
  const { place } = readDatabase(database)
  if (isThere(place)) return work(database)
  if (kindOf(place) === 'file') return inNewFile(place, (unfinished) => work(withFile(database, unfinished)))
  try {
    return await work(database)
  } catch (error) {
    if (kindOf(place) === 'folder') removeCreatedFolder(place)
    throw error
  }
}
