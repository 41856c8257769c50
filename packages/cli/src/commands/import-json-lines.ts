import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTracker, TrackerError } from '@trackerkit/core'
import { copyStore, importRecords, importTracker, recordSchema } from '@trackerkit/core/moving'
import type { Rule } from '@trackerkit/core/rules'
import type { Store } from '@trackerkit/core/store'
import { addDatabaseOption, CommandError, UsageError, type CommandDefinition } from '../terminal/command.js'
import { addRulesOption, loadRules, type RulesOptions } from '../settings/rules.js'
import { counted } from '../terminal/counted.js'
import { databaseOf, isThere, readDatabase, withoutPassword } from '../store/database.js'
import { fillDatabase } from '../backup/fill-database.js'
import { linesFrom } from '../transfer/lines.js'
import { printReport } from '../transfer/print-report.js'
import { withMigrated } from '../store/existing.js'
import { withExisting, withStore } from '../store/store.js'
import { put, say } from '../terminal/print.js'

interface Taking {
  readonly overwrite?: boolean
  readonly personal?: boolean
}

interface Values extends Taking, RulesOptions {
  readonly db?: string
  readonly from?: string
  readonly dryRun?: boolean
  readonly schema?: boolean
}

/**
 * `trackerkit import json-lines --from FILE`: creates a tracker from an export, all or nothing; or imports new records
 * into an existing tracker.
 */
export const importJsonLines: CommandDefinition = {
  summary: 'Import an export or records',
  define: (command) => {
    command.description(
      "Imports the output of 'trackerkit export', from this version or an older one, into an empty database, all or " +
        'nothing. A file of records from another program is imported into an existing tracker; existing items are ' +
        'skipped, so you can run the command again to resume.',
    )
    addRulesOption(addDatabaseOption(command))
      .option('--from <FILE|->', 'Input file, optionally gzipped, or - for stdin. (required)')
      .option('--overwrite', 'Overwrite local changes to imported bugs.')
      .option('--personal', 'Also import password hashes, API keys, preferences and saved searches.')
      .option('--dry-run', 'Import records into a temporary copy and report the result.')
      .option('--schema', 'Print the JSON Schema of a record.')
      .action(runImport)
  },
}

async function runImport(values: Values): Promise<void> {
  const { db, from, personal = false, dryRun = false } = values
  if (values.schema) return put(`${JSON.stringify(recordSchema(), undefined, 2)}\n`)
  if (from === undefined) throw new UsageError('import json-lines requires --from FILE')
  const database = databaseOf(db)
  const rules = await loadRules(values.rules)
  const lines = linesFrom(from)
  const first = await lines.next()
  async function* all(): AsyncGenerator<string> {
    if (!first.done) yield first.value
    yield* lines
  }
  if (!first.done && first.value.includes('"trackerkit_records"')) {
    // A pipe can be read only once.
    if (!personal && from !== '-' && statSync(from).isFile()) await requireImpersonal(from)
    const target = dryRun ? withCopy : withMigrated
    await target(database, {}, (store) => takeOver(store, from, all(), { ...values, rules }))
    return
  }
  if (dryRun) throw new UsageError('--dry-run is for records; an export is always imported whole')
  if (values.rules) throw new UsageError('--rules is for records; an export is always imported whole')
  await makeTracker(database, all())
}

/** Nothing of a file is imported before all of it has been looked at. @throws import_personal_refused */
async function requireImpersonal(from: string): Promise<void> {
  for await (const line of linesFrom(from))
    if (line.includes('"personal"') && kindOf(line) === 'personal') throw new TrackerError('import_personal_refused')
}

function kindOf(line: string): unknown {
  try {
    return (JSON.parse(line) as { readonly kind?: unknown } | null)?.kind
  } catch {
    return undefined
  }
}

/** Runs `task` on a copy of the tracker, or on an empty one if there is none, which is removed afterwards. */
async function withCopy(database: string, _: object, task: (store: Store) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-dry-run-'))
  const copy = join(folder, 'dry-run.db')
  try {
    const { place } = readDatabase(database)
    await withStore(copy, async (target) => {
      if (isThere(place)) await withMigrated(database, { readonly: true }, async (store) => copyStore(store, target))
      else await (await createTracker({ store: target, administrator: null })).close()
      await target.close()
    })
    await withExisting(copy, {}, task)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function takeOver(
  store: Store,
  from: string,
  lines: AsyncGenerator<string>,
  { overwrite = false, personal = false, rules }: Taking & { readonly rules: readonly Rule[] | undefined },
): Promise<void> {
  const source = from === '-' ? 'records' : from
  const report = await importRecords(lines, store, { source, overwrite, personal, ...(rules && { rules }) })
  const refused = printReport(report)
  if (refused > 0) throw new CommandError(`${counted(refused, 'record')} rejected`)
}

async function makeTracker(database: string, lines: AsyncGenerator<string>): Promise<void> {
  const rows = await fillDatabase(database, (unfinished) =>
    withStore(unfinished, async (store) => {
      const imported = await importTracker(lines, store)
      await store.close()
      return imported
    }),
  )
  say(`imported ${rows} rows into ${withoutPassword(database)}`)
}
