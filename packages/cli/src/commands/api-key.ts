import { toJson } from '@trackerkit/rest'
import { addSharedOptions, type CommandDefinition, type SharedOptions } from '../command.js'
import { databaseOf } from '../database.js'
import { openExisting } from '../store.js'

interface KeyOptions extends SharedOptions {
  readonly description?: string
  readonly readOnly?: boolean
}

/** `trackerkit api-key create LOGIN`: prints a new API key and nothing else. */
export const apiKeyCreate: CommandDefinition = {
  summary: 'Make an API key',
  define: (command) => {
    command
      .description('Makes an API key for a user and prints it. It can never be read again.')
      .argument('<LOGIN>', 'Whose key it is.')
      .option('--description <TEXT>', 'What it is for.')
      .option('--read-only', 'It may read but change nothing.')
    addSharedOptions(command)
    command.action(createKey)
  },
}

async function createKey(
  user: string,
  { db, as, json, description = '', readOnly: is_read_only = false }: KeyOptions,
): Promise<void> {
  const tracker = await openExisting(databaseOf(db))
  try {
    const made = await tracker.asSystem(as).apiKeys.create({ user, description, is_read_only })
    process.stdout.write(`${json ? toJson(made) : made.api_key}\n`)
  } finally {
    await tracker.close()
  }
}
