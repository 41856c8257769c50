import { databaseOf } from '../store/database.js'
import { openExisting } from '../store/existing.js'
import {
  addAsOption,
  addDatabaseOption,
  UsageError,
  type CommandDefinition,
  type SharedOptions,
} from '../terminal/command.js'
import { isOutputTerminal, putBytes, say } from '../terminal/print.js'

/** `trackerkit inbound show ID`: a held or failed message, as it came in. */
export const inboundShow: CommandDefinition = {
  summary: 'Print a held or failed message',
  define: (command) => {
    command
      .description(
        'Prints a held or failed email message unchanged; on a terminal, its first 64 kB as text without control ' +
          'characters. Do not trust its content.',
      )
      .argument('<ID>', "ID of the item, as listed by 'inbound list'.")
    addAsOption(addDatabaseOption(command)).action((id: string, options: SharedOptions) => show(id, options))
  },
}

/** In bytes: what a person reads. */
const longestShown = 65_536

async function show(text: string, { db, as }: SharedOptions): Promise<void> {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`ID must be a number, not '${text.slice(0, 40)}'`)
  const tracker = await openExisting(databaseOf(db))
  try {
    const isForPerson = isOutputTerminal()
    const length = isForPerson ? { length: longestShown } : {}
    const { data } = await tracker.asSystem(as).inbound.content({ id: Number(text), ...length })
    if (isForPerson) say(Buffer.from(data).toString('utf8').replaceAll('\r\n', '\n'))
    else putBytes(data)
  } finally {
    await tracker.close()
  }
}
