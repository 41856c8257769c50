import type { ApiKeysCreateInput } from '@trackerkit/core/types'
import { toJson } from '@trackerkit/rest'
import { Option } from 'commander'
import { addSharedOptions, UsageError, type CommandDefinition, type SharedOptions } from '../terminal/command.js'
import { databaseOf } from '../store/database.js'
import { openExisting } from '../store/existing.js'
import { put } from '../terminal/print.js'

interface KeyOptions extends SharedOptions {
  readonly description?: string
  readonly readOnly?: boolean
  readonly expires?: string
  readonly product?: string[]
  readonly scope?: ApiKeysCreateInput['scopes']
}

/** `trackerkit api-key create LOGIN`: prints a new API key and nothing else. */
export const apiKeyCreate: CommandDefinition = {
  summary: 'Create an API key',
  define: (command) => {
    command
      .description('Creates an API key for a user and prints it. It cannot be shown again.')
      .argument('<LOGIN>', 'Owner of the key. (required)')
      .option('--description <TEXT>', 'Description.')
      .option('--read-only', 'Create a read-only key.')
      .option('--expires <DAY>', 'Expiry date, such as 2027-01-31. Default: none.')
      .option('--product <NAME...>', 'Restrict to these products. Default: all.')
      .addOption(
        new Option('--scope <SCOPE...>', 'Scopes. Default: all; without admin when --product is set.').choices([
          'read',
          'write',
          'admin',
        ]),
      )
    addSharedOptions(command)
    command.action(createKey)
  },
}

async function createKey(
  user: string,
  { db, as, json, description = '', readOnly, expires: day, product: products, scope: scopes }: KeyOptions,
): Promise<void> {
  const expires = day === undefined ? undefined : dayOf(day)
  const about = { description, is_read_only: readOnly, expires, products, scopes }
  const tracker = await openExisting(databaseOf(db))
  try {
    const made = await tracker.asSystem(as).apiKeys.create({ user, ...about })
    put(`${json ? toJson(made) : made.api_key}\n`)
  } finally {
    await tracker.close()
  }
}

/** The beginning of a day, as a time. @throws UsageError */
function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime()))
    throw new UsageError(`--expires must be a date such as 2027-01-31, not '${text}'`)
  return day
}
