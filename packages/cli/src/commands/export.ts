import { exportTracker } from '@trackerkit/core'
import { addDatabaseOption, UsageError, type CommandDefinition } from '../command.js'
import { databaseOf, withoutPassword } from '../database.js'
import { openSink } from '../moving/lines.js'
import { withExisting } from '../store.js'

interface Values {
  readonly db?: string
  readonly to?: string
  readonly withoutSecrets?: boolean
  readonly gzip?: boolean
}

/** `trackerkit export --to FILE`: writes all of a tracker as lines of text, as of one moment. */
export const exportCommand: CommandDefinition = {
  summary: 'Write all of a tracker into a file.',
  define: (command) => {
    command.description(
      "Writes all of a tracker as lines of JSON, as of one moment; it may be served meanwhile. 'trackerkit import json-lines' makes an equal tracker of them, in a database of either kind.",
    )
    addDatabaseOption(command)
      .option('--to <FILE|->', 'Where it goes: a file that is not there yet, or - for stdout. (needed)')
      .option(
        '--without-secrets',
        'Leave out passwords, API keys, sessions, webhooks and waiting mail. Texts stay, private ones too.',
      )
      .option('--gzip', 'Pack it.')
      .action(runExport)
  },
}

async function runExport({ db, to, withoutSecrets = false, gzip = false }: Values): Promise<void> {
  if (to === undefined) throw new UsageError('export needs --to FILE')
  const database = databaseOf(db)
  const rows = await withExisting(database, {}, async (store) => {
    const sink = openSink(to, { gzip })
    try {
      const written = await exportTracker(store, (line) => sink.write(line), { withoutSecrets })
      await sink.close()
      return written
    } catch (error) {
      await sink.abandon()
      throw error
    }
  })
  // Where stdout is the export, nothing else goes there.
  process.stderr.write(`exported ${rows} rows of ${withoutPassword(database)} to ${to === '-' ? 'stdout' : to}\n`)
}
