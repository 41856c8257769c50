import { existsSync, rmSync } from 'node:fs'
import { importTracker } from '@trackerkit/core'
import { addDatabaseOption, UsageError, type CommandDefinition } from '../command.js'
import { databaseOf, isUrl, readDatabase, withoutPassword } from '../database.js'
import { linesFrom } from '../moving/lines.js'
import { withStore } from '../store.js'

interface Values {
  readonly db?: string
  readonly from?: string
}

/** `trackerkit import json-lines --from FILE`: makes a tracker of what `trackerkit export` has written, all of it or nothing. */
export const importJsonLines: CommandDefinition = {
  summary: "Make a tracker of what 'export' has written.",
  define: (command) => {
    command.description(
      "Makes a tracker of what 'trackerkit export' has written, of this version or an older one, in an empty database of either kind. All of it arrives or nothing does.",
    )
    addDatabaseOption(command)
      .option('--from <FILE|->', 'The file, packed or not, or - for stdin. (needed)')
      .action(runImport)
  },
}

async function runImport({ db, from }: Values): Promise<void> {
  if (from === undefined) throw new UsageError('import json-lines needs --from FILE')
  const database = databaseOf(db)
  const { place } = readDatabase(database)
  const isMade = !isUrl(place) && !existsSync(place)
  try {
    const rows = await withStore(database, async (store) => {
      const imported = await importTracker(linesFrom(from), store)
      await store.close()
      return imported
    })
    process.stdout.write(`imported ${rows} rows into ${withoutPassword(database)}\n`)
  } catch (error) {
    // Nothing is in it, but somebody could take it for a tracker.
    if (isMade) for (const end of ['', '-wal', '-shm']) rmSync(`${place}${end}`, { force: true })
    throw error
  }
}
