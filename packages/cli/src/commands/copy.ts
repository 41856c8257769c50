import { copyStore } from '@trackerkit/core/moving'
import { UsageError, type CommandDefinition } from '../terminal/command.js'
import { withoutPassword } from '../store/database.js'
import { openExisting, requireMigrated } from '../store/existing.js'
import { fillDatabase } from '../backup/fill-database.js'
import { withStore } from '../store/store.js'
import { say } from '../terminal/print.js'

/**
 * `trackerkit copy --from DB --to DB`: copies a whole tracker into an empty database, all of it or nothing.
 */
export const copy: CommandDefinition = {
  summary: 'Copy a tracker to an empty database',
  define: (command) => {
    command
      .description(
        'Copies a tracker to an empty SQLite, PostgreSQL or PGlite database, and verifies that both are identical.',
      )
      .option('--from <FILE|URL>', 'Tracker to copy, as for --db. (required)')
      .option('--to <FILE|URL>', 'New file or empty database. (required)')
      .action(runCopy)
  },
}

async function runCopy({ from, to }: { readonly from?: string; readonly to?: string }): Promise<void> {
  if (from === undefined || to === undefined) throw new UsageError('copy requires --from DB and --to DB')
  // Reports faults of the source before anything else is opened.
  await (await openExisting(from)).close()
  await requireMigrated(to)
  const rows = await fillDatabase(to, (unfinished) =>
    withStore(from, (source) =>
      withStore(unfinished, async (target) => {
        const copied = await copyStore(source, target)
        await target.close()
        await source.close()
        return copied
      }),
    ),
  )
  say(`copied ${rows} rows from ${withoutPassword(from)} to ${withoutPassword(to)}; verified`)
}
