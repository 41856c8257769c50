import { createTracker } from '@trackerkit/core'
import { exportRecords, exportTracker, logExport } from '@trackerkit/core/moving'
import type { Store } from '@trackerkit/core/store'
import { addDatabaseOption, UsageError, type CommandDefinition } from '../terminal/command.js'
import { databaseOf, withoutPassword } from '../store/database.js'
import { openSink, type LineSink } from '../transfer/lines.js'
import { withTracker } from '../store/existing.js'
import { isReadOnlyPlace, isReadOnlyStore } from '../store/store.js'
import { warn } from '../terminal/print.js'

interface Values {
  readonly db?: string
  readonly to?: string
  readonly withoutSecrets?: boolean
  readonly gzip?: boolean
  readonly records?: boolean
  readonly as?: string
}

/**
 * `trackerkit export --to FILE`: writes a snapshot of a tracker as JSON Lines, or the records that one user
 * can see.
 */
export const exportCommand: CommandDefinition = {
  summary: 'Export a tracker to a file',
  define: (command) => {
    command.description(
      "Exports a tracker as JSON Lines: a consistent snapshot, even while the tracker runs. 'trackerkit import " +
        "json-lines' imports it into an empty SQLite or PostgreSQL database.",
    )
    addDatabaseOption(command)
      .option('--to <FILE|->', 'Output file, which must not exist, or - for stdout. (required)')
      .option(
        '--without-secrets',
        'Omit passwords, API keys, sessions, webhooks and pending email. Private comments are included.',
      )
      .option('--gzip', 'Compress the output with gzip.')
      .option(
        '--records',
        'Export in the import record format: configuration, users and bugs, without passwords, API keys, preferences ' +
          'and saved searches.',
      )
      .option('--as <LOGIN>', 'With --records: export only what this user can see.')
      .action(runExport)
  },
}

async function runExport(values: Values): Promise<void> {
  const { db, to, withoutSecrets = false, gzip = false, records = false, as } = values
  if (to === undefined) throw new UsageError('export requires --to FILE')
  if (as !== undefined && !records) throw new UsageError('--as requires --records')
  if (withoutSecrets && records)
    throw new UsageError('--without-secrets cannot be used with --records, which contain no secrets')
  const database = databaseOf(db)
  const exportFrom = async (readonly: boolean) =>
    withTracker(database, { readonly }, async (store) => {
      const sink = openSink(to, { gzip })
      try {
        const written = records
          ? await writeRecords(store, sink, as)
          : await exportTracker(store, (line) => sink.write(line), { withoutSecrets })
        await sink.close()
        return written
      } catch (error) {
        await sink.abandon()
        throw error
      }
    })
  // The audit log keeps the export where it can be written to. Records are exported by a tracker, which writes when it is opened.
  const count = await exportFrom(!records && isReadOnlyPlace(database)).catch(async (error: unknown) => {
    if (records || !isReadOnlyStore(error)) throw error
    return exportFrom(true)
  })
  // If the export goes to stdout, nothing else does.
  const what = `${count} ${records ? 'records' : 'rows'} of ${withoutPassword(database)}`
  warn(`exported ${what} to ${to === '-' ? 'stdout' : to}`)
}

async function writeRecords(store: Store, sink: LineSink, as: string | undefined): Promise<number> {
  const tracker = await createTracker({ store })
  await logExport(store, 'records', as)
  let count = 0
  await sink.write(JSON.stringify({ trackerkit_records: 1 }))
  for await (const record of exportRecords(as === undefined ? tracker.asSystem() : tracker.as({ login: as }))) {
    await sink.write(JSON.stringify(record))
    count++
  }
  return count
}
