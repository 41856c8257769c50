// A new file of a tracker, under another name until it is complete and may be served.
import { existsSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { CommandError } from '../terminal/command.js'
import { addInFreePlace } from './move-into-place.js'
import { targetOf } from './target-of.js'
import { errorAbout, filesOf, removeUnfinished, unfinishedOf } from './unfinished.js'

/**
 * Runs `write` with the name of an unfinished file, and renames the file when that is done.
 * @throws CommandError for a place that is in use; nothing is left there then
 */
export async function inNewFile<T>(place: string, write: (unfinished: string) => Promise<T>): Promise<T> {
  const file = targetOf(place)
  requireFree(file)
  // An empty log and its index are left over from a tracker that was here.
  for (const left of [`${file}-wal`, `${file}-shm`]) rmSync(left, { force: true })
  removeUnfinished(dirname(file), (name) => name === basename(file))
  const unfinished = unfinishedOf(file)
  try {
    const written = await write(unfinished)
    if (!addInFreePlace(unfinished, file)) throw occupied(file)
    return written
  } catch (error) {
    throw errorAbout(place, unfinished, error)
  } finally {
    for (const path of filesOf(unfinished)) rmSync(path, { force: true })
  }
}

/** A log without its database may still contain the last writes. */
function requireFree(place: string): void {
  if (existsSync(place)) throw occupied(place)
  const log = `${place}-wal`
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new CommandError(
      `${log} contains the last writes of a tracker that was here: move it next to that file, such as ` +
        `'mv ${log} ${place}.broken-wal' for ${place}.broken; or delete it if you do not need that tracker`,
    )
}

function occupied(place: string): CommandError {
  return new CommandError(`${place} already exists: first move it away, together with ${place}-wal`)
}
