import { addDatabaseOption, type CommandDefinition } from '../terminal/command.js'
import { databaseOf, withoutPassword } from '../store/database.js'
import { prepareMigrations } from '../backup/before-migrations.js'
import { openExisting } from '../store/store.js'
import { say } from '../terminal/print.js'

interface MigrateOptions {
  readonly db?: string
  readonly dryRun?: boolean
  readonly copy?: boolean
}

/** `trackerkit migrate`: brings a tracker up to date without serving it. */
export const migrate: CommandDefinition = {
  summary: 'Migrate a tracker to this version.',
  define: (command) => {
    command.description(
      'Brings a tracker up to date with this version, as serve does when it starts, and says what it does. Before a change after ' +
        'which older versions cannot use it, a copy of a file is kept beside it.',
    )
    addDatabaseOption(command)
      .option('--dry-run', 'Only say which migrations would run.')
      .option('--no-copy', 'Keep no copy.')
      .action(runMigrate)
  },
}

async function runMigrate(values: MigrateOptions): Promise<void> {
  const database = databaseOf(values.db)
  const keepsCopy = values.copy !== false && !values.dryRun
  const count = await prepareMigrations(database, { keepsCopy, tell: say })
  if (values.dryRun && count > 0) return
  await (await openExisting(database)).close()
  say(`${withoutPassword(database)}: up to date`)
}
