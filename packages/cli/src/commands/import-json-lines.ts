import { existsSync, rmSync } from 'node:fs'
import { importRecords, importTracker } from '@trackerkit/core/moving'
import { addDatabaseOption, CommandError, UsageError, type CommandDefinition } from '../terminal/command.js'
import { databaseOf, isUrl, readDatabase, withoutPassword } from '../store/database.js'
import { linesFrom } from '../transfer/lines.js'
import { printReport } from '../transfer/print-report.js'
import { withExisting, withStore } from '../store/store.js'
import { say } from '../terminal/print.js'

interface Values {
  readonly db?: string
  readonly from?: string
  readonly overwrite?: boolean
}

/**
 * `trackerkit import json-lines --from FILE`: makes a tracker of what `trackerkit export` has written, all of it or nothing; or takes
 * over records into a tracker that is there, as far as they are not there yet.
 */
export const importJsonLines: CommandDefinition = {
  summary: 'Import an export or records.',
  define: (command) => {
    command.description(
      "Imports the output of 'trackerkit export', of this version or an older one, into an empty database of either " +
        'kind: all or nothing. A file of records, written by another program, is imported into an existing tracker; ' +
        'existing items are skipped, so you can run the command again to resume.',
    )
    addDatabaseOption(command)
      .option('--from <FILE|->', 'The file, packed or not, or - for stdin. (needed)')
      .option('--overwrite', 'Overwrite local changes to imported bugs.')
      .action(runImport)
  },
}

async function runImport({ db, from, overwrite = false }: Values): Promise<void> {
  if (from === undefined) throw new UsageError('import json-lines requires --from FILE')
  const database = databaseOf(db)
  const lines = linesFrom(from)
  const first = await lines.next()
  async function* all(): AsyncGenerator<string> {
    if (!first.done) yield first.value
    yield* lines
  }
  if (!first.done && first.value.includes('"trackerkit_records"')) await takeOver(database, from, all(), overwrite)
  else await makeTracker(database, all())
}

async function takeOver(
  database: string,
  from: string,
  lines: AsyncGenerator<string>,
  overwrite: boolean,
): Promise<void> {
  const report = await withExisting(database, {}, (store) =>
    importRecords(lines, store, { source: from === '-' ? 'records' : from, overwrite }),
  )
  const refused = printReport(report)
  if (refused > 0) throw new CommandError(`${refused} of them refused`)
}

async function makeTracker(database: string, lines: AsyncGenerator<string>): Promise<void> {
  const { place } = readDatabase(database)
  const isMade = !isUrl(place) && !existsSync(place)
  try {
    const rows = await withStore(database, async (store) => {
      const imported = await importTracker(lines, store)
      await store.close()
      return imported
    })
    say(`imported ${rows} rows into ${withoutPassword(database)}`)
  } catch (error) {
    // Nothing is in it, but somebody could take it for a tracker.
    if (isMade) for (const end of ['', '-wal', '-shm']) rmSync(`${place}${end}`, { force: true })
    throw error
  }
}
