import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { addDatabaseOption, Refusal, type CommandDefinition } from '../command.js'
import { databaseOf, isUrl, readDatabase } from '../database.js'
import { readNote } from '../keeping/make-copy.js'
import { restoreDump } from '../keeping/postgres-tools.js'
import { openExisting } from '../store.js'

interface RestoreOptions {
  readonly db?: string
  readonly from?: string
}

/** `trackerkit restore`: puts a copy back. */
export const restore: CommandDefinition = {
  summary: 'Put a copy of a tracker back.',
  define: (command) => {
    command.description(
      "Makes a tracker of a copy that 'trackerkit backup' has made, in a file that is not there yet or an empty PostgreSQL database. " +
        'Its mail and webhooks wait until somebody says that they may go, and who follows its change feed begins anew.',
    )
    addDatabaseOption(command).requiredOption('--from <FILE>', 'The copy.').action(runRestore)
  },
}

async function runRestore(values: RestoreOptions): Promise<void> {
  const [database, from] = [databaseOf(values.db), values.from ?? '']
  if (!existsSync(from)) throw new Refusal(`${from} does not exist`)
  const { place } = readDatabase(database)
  await (isUrl(place) ? restoreDump(from, database) : putBack(from, place))
  const tracker = await openExisting(database)
  try {
    await tracker.asSystem().parameters.update({ parameters: { hold_deliveries: true } })
    await tracker.asSystem().changes.restart()
    const { bugs, users } = await tracker.figures()
    process.stdout.write(`${bugs} bugs and ${users} users are back${asOf(from)}.\n`)
  } finally {
    await tracker.close()
  }
  process.stdout.write(
    "Mail and webhooks wait: 'trackerkit param set hold_deliveries=false' lets them go.\n" +
      'Who follows the change feed begins anew.\n',
  )
}

function asOf(from: string): string {
  const note = readNote(from)
  return note ? `, as of ${note.made} (entry ${note.head} of the change feed)` : ''
}

/** Under another name until it is complete. */
function putBack(from: string, place: string): void {
  if (existsSync(place)) throw new Refusal(`${place} is there already: move it away first`)
  const unfinished = `${place}.part`
  // What another tracker of this name has left beside it would be taken for its log.
  for (const left of [unfinished, `${place}-wal`, `${place}-shm`]) rmSync(left, { force: true })
  copyFileSync(from, unfinished)
  renameSync(unfinished, place)
}
