import { toJson } from '@trackerkit/rest'
import { parse, type Command } from '../command.js'
import { databaseOf, openExisting } from '../store.js'

/** `trackerkit api-key create LOGIN`: prints a new API key and nothing else. */
export const apiKeyCreate: Command = async (args) => {
  const { values, positionals } = parse(
    args,
    {
      db: { type: 'string' },
      json: { type: 'boolean' },
      description: { type: 'string' },
      'read-only': { type: 'boolean' },
    },
    ['LOGIN'],
  )
  const [user = ''] = positionals
  const tracker = await openExisting(databaseOf(values.db))
  try {
    const { description = '', 'read-only': is_read_only = false } = values
    const made = await tracker.asSystem().apiKeys.create({ user, description, is_read_only })
    process.stdout.write(`${values.json ? toJson(made) : made.api_key}\n`)
  } finally {
    await tracker.close()
  }
}
