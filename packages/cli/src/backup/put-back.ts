// A copy of a file becomes a tracker again.
import { chmodSync, copyFileSync } from 'node:fs'
import { repairStore } from '@trackerkit/core/doctor'
import { inspectStore } from '@trackerkit/core/moving'
import { CommandError } from '../terminal/command.js'
import { readDatabase, withFile } from '../store/database.js'
import { openTracker, withExisting } from '../store/store.js'
import { requireCounts, requireUndamaged, type Note } from './compare-copy.js'
import { damageIn, warnOf } from './faults.js'
import { inNewFile } from './new-file.js'
import { whileRead } from './unfinished.js'

/**
 * Puts a copy in the place that is named, with its deliveries held and a new change feed.
 * @returns how much is in it
 * @throws CommandError for a damaged copy and for a place that is in use; nothing is left there then
 */
export async function putBack(from: string, database: string, note: Note | undefined) {
  const { place } = readDatabase(database)
  return inNewFile(place, async (unfinished) => {
    copyFileSync(from, unfinished)
    chmodSync(unfinished, 0o600)
    return whileRead(unfinished, async () => {
      await requireUndamaged(from, unfinished, note)
      return prepare(from, withFile(database, unfinished), note)
    })
  })
}

async function prepare(from: string, database: string, note: Note | undefined) {
  const { faults, ...found } = await withExisting(database, {}, inspectStore).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.replaceAll(database, () => from) : String(error)
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
