import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { counted } from '../terminal/counted.js'
import { addDatabaseOption, CommandError, type CommandDefinition } from '../terminal/command.js'
import { databaseOf, kindOf, readDatabase } from '../store/database.js'
import { comparedHow, requireUndamaged, type Note } from '../backup/compare-copy.js'
import { readNote } from '../backup/make-copy.js'
import { holdInSql } from '../backup/hold-in-sql.js'
import { restoreDump } from '../backup/postgres-tools.js'
import { putBack } from '../backup/put-back.js'
import { openTracker } from '../store/store.js'
import { say } from '../terminal/print.js'

interface RestoreOptions {
  readonly db?: string
  readonly from?: string
}

/** `trackerkit restore`: puts a copy back. */
export const restore: CommandDefinition = {
  summary: 'Restore a backup',
  define: (command) => {
    command.description(
      'Restores a backup to a new file or an empty PostgreSQL database. Email and webhooks stay paused until ' +
        "'trackerkit param set hold_deliveries=false'; the change feed restarts.",
    )
    addDatabaseOption(command).requiredOption('--from <FILE>', 'Backup file. (required)').action(runRestore)
  },
}

async function runRestore(values: RestoreOptions): Promise<void> {
  const [database, from] = [databaseOf(values.db), values.from ?? '']
  if (!existsSync(from)) throw new CommandError(`${from} does not exist`)
  const kind = kindOf(readDatabase(database).place)
  if (kind === 'folder')
    throw new CommandError(`restore does not support PGlite: restore to a file, then use 'trackerkit copy'`)
  const note = readNote(from)
  const { bugs, users } = await (kind === 'server'
    ? restoreServer(from, database, note)
    : putBack(from, database, note))
  const asOf = note ? ` as of ${note.made} (change feed entry ${note.head})` : ''
  const lines = [
    `Restored ${counted(bugs, 'bug')} and ${counted(users, 'user')}${asOf}.`,
    "Email and webhooks are paused. To resume them, run 'trackerkit param set hold_deliveries=false'.",
    'The change feed restarts.',
    comparedHow(from, note),
  ]
  for (const line of lines) if (line !== undefined) say(line)
}

async function restoreServer(from: string, database: string, note: Note | undefined) {
  if (isFileOfSqlite(from))
    throw new CommandError(`${from} is a backup of a SQLite file: restore it to a file, then use 'trackerkit copy'`)
  await requireUndamaged(from, from, note)
  await restoreDump(from, database, holdInSql(database))
  const tracker = await openTracker(database, { mustExist: true })
  try {
    return await tracker.figures()
  } finally {
    await tracker.close()
  }
}

function isFileOfSqlite(from: string): boolean {
  const [file, beginning] = [openSync(from, 'r'), Buffer.alloc(16)]
  try {
    readSync(file, beginning)
  } finally {
    closeSync(file)
  }
  return beginning.toString('latin1') === 'SQLite format 3\0'
}
