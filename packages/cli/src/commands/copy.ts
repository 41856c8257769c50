import { copyStore } from '@trackerkit/core/moving'
import { UsageError, type CommandDefinition } from '../terminal/command.js'
import { isThere, readDatabase, removeCreated, withoutPassword } from '../store/database.js'
import { openExisting, withStore } from '../store/store.js'
import { say } from '../terminal/print.js'

/**
 * `trackerkit copy --from DB --to DB`: copies a whole tracker into an empty database, all of it or nothing.
 */
export const copy: CommandDefinition = {
  summary: 'Copy a tracker into an empty database.',
  define: (command) => {
    command
      .description(
        'Copies a whole tracker into an empty database, of either kind, and makes sure that both hold the same. Needs both options.',
      )
      .option('--from <FILE|URL>', 'Where it is.')
      .option('--to <FILE|URL>', 'Where it goes: a file that is made, or an empty database.')
      .action(runCopy)
  },
}

async function runCopy({ from, to }: { readonly from?: string; readonly to?: string }): Promise<void> {
  if (from === undefined || to === undefined) throw new UsageError('copy requires --from DB and --to DB')
  // Reports faults of the source before anything else is opened.
  await (await openExisting(from)).close()
  const { place } = readDatabase(to)
  const isMade = !isThere(place)
  try {
    const rows = await withStore(from, (source) =>
      withStore(to, async (target) => {
        const copied = await copyStore(source, target)
        await target.close()
        await source.close()
        return copied
      }),
    )
    say(`copied ${rows} rows from ${withoutPassword(from)} to ${withoutPassword(to)}; both hold the same`)
  } catch (error) {
    if (isMade) removeCreated(place)
    throw error
  }
}
