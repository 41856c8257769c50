import { addDatabaseOption, addNoCopyOption, type CommandDefinition } from '../terminal/command.js'
import { databaseOf, withoutPassword } from '../store/database.js'
import { prepareMigrations } from '../backup/before-migrations.js'
import { pendingOfTracker } from '../store/existing.js'
import { openTracker } from '../store/store.js'
import { say } from '../terminal/print.js'

interface MigrateOptions {
  readonly db?: string
  readonly dryRun?: boolean
  readonly copy?: boolean
}

/** `trackerkit migrate`: brings a tracker up to date without serving it. */
export const migrate: CommandDefinition = {
  summary: 'Migrate a tracker to this version',
  define: (command) => {
    command.description(
      'Migrates a tracker to this version, as serve does when it starts, and lists the migrations. Before a breaking ' +
        'migration, after which older versions cannot open the tracker, a SQLite file is backed up next to it.',
    )
    addNoCopyOption(addDatabaseOption(command).option('--dry-run', 'List the migrations without running them.')).action(
      runMigrate,
    )
  },
}

async function runMigrate(values: MigrateOptions): Promise<void> {
  const database = databaseOf(values.db)
  const keepsCopy = values.copy !== false && !values.dryRun
  const count = await prepareMigrations(database, { keepsCopy, tell: say })
  if (values.dryRun && count > 0) return
  await pendingOfTracker(database)
  // Opening a tracker writes to it.
  if (!values.dryRun) await (await openTracker(database, { mustExist: true })).close()
  say(`${withoutPassword(database)}: up to date`)
}
