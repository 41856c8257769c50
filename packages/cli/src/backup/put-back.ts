// A copy of a file becomes a tracker again, under another name until it is complete and may be served.
import { chmodSync, copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { repairStore } from '@trackerkit/core/doctor'
import { inspectStore } from '@trackerkit/core/moving'
import { CommandError } from '../terminal/command.js'
import { readDatabase } from '../store/database.js'
import { openTracker, withExisting } from '../store/store.js'
import { requireCounts, requireUndamaged, type Note } from './compare-copy.js'
import { damageIn, warnOf } from './faults.js'
import { addInFreePlace } from './move-into-place.js'
import { removeUnfinished, unfinishedOf } from './unfinished.js'

/**
 * Puts a copy in the place that is named, with its deliveries held and a new change feed.
 * @returns how much is in it
 * @throws CommandError for a damaged copy and for a place that is in use; nothing is left there then
 */
export async function putBack(from: string, database: string, note: Note | undefined) {
  const { place } = readDatabase(database)
  requireFree(place)
  // An empty log and its index are left over from a tracker that was here.
  for (const left of [`${place}-wal`, `${place}-shm`]) rmSync(left, { force: true })
  removeUnfinished(dirname(place), (name) => name === basename(place))
  const unfinished = unfinishedOf(place)
  try {
    copyFileSync(from, unfinished)
    chmodSync(unfinished, 0o600)
    await requireUndamaged(from, unfinished, note)
    const counts = await prepare(from, database.replace(place, unfinished), note)
    if (!addInFreePlace(unfinished, place)) throw occupied(place)
    return counts
  } finally {
    removeAll(unfinished)
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

async function prepare(from: string, database: string, note: Note | undefined) {
  const { faults, ...found } = await withExisting(database, {}, inspectStore).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.replaceAll(database, from) : String(error)
    throw new CommandError(`${from} cannot be restored: ${reason}. Nothing was changed; try another backup`)
  })
  const damage = damageIn(faults)
  if (damage !== undefined)
    throw new CommandError(`${from} is damaged: ${damage}. Nothing was changed; try another backup`)
  requireCounts(from, found, note)
  if (faults.length > 0) await withExisting(database, {}, (store) => repairStore(store, () => undefined))
  warnOf(faults.filter(({ isRepairable }) => !isRepairable))
  const tracker = await openTracker(database, { mustExist: true })
  try {
    await tracker.asSystem().parameters.update({ parameters: { hold_deliveries: true } })
    await tracker.asSystem().changes.restart()
  } finally {
    await tracker.close()
  }
  return found
}

function removeAll(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true })
}
