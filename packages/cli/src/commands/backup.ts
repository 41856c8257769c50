import { counted } from '../terminal/counted.js'
import { addDatabaseOption, UsageError, type CommandDefinition } from '../terminal/command.js'
import { databaseOf } from '../store/database.js'
import { isFolder, removeOlder } from '../backup/copies.js'
import { makeCopy } from '../backup/make-copy.js'
import { say } from '../terminal/print.js'

interface BackupOptions {
  readonly db?: string
  readonly to?: string
  readonly keep?: string
}

/** `trackerkit backup`: a copy of a tracker while it is served. */
export const backup: CommandDefinition = {
  summary: 'Back up a tracker while it runs',
  define: (command) => {
    command.description(
      'Backs up a tracker while it runs, and verifies the backup. A .json file next to it describes its contents. ' +
        "SQLite files are copied; PostgreSQL databases are dumped with pg_dump. Restore with 'trackerkit restore'.",
    )
    addDatabaseOption(command)
      .requiredOption('--to <FILE|FOLDER>', 'Backup file, or a folder in which it is named by time. (required)')
      .option('--keep <N>', 'Keep the newest N backups in the folder and delete older ones. Default: all.')
      .action(runBackup)
  },
}

async function runBackup(values: BackupOptions): Promise<void> {
  const to = values.to ?? ''
  const keep = values.keep === undefined ? undefined : keepOf(values.keep)
  if (keep !== undefined && !isFolder(to)) throw new UsageError('--keep requires a folder, such as --to backups/')
  const { file, note } = await makeCopy(databaseOf(values.db), to)
  const removed = keep === undefined ? 0 : removeOlder(to, keep)
  const rest = removed === 0 ? '' : `; ${removed} older deleted`
  const totals = [counted(note.bugs, 'bug'), counted(note.comments, 'comment'), counted(note.users, 'user')]
  say(`${file}: ${totals.join(', ')}${rest}`)
}

/** @throws UsageError */
function keepOf(text: string): number {
  const keep = Number(text)
  if (!/^\d{1,5}$/.test(text) || keep < 1) throw new UsageError(`--keep must be a number of at least 1, not '${text}'`)
  return keep
}
