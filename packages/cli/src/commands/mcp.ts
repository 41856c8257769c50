import { connect } from '@trackerkit/client'
import { isTrackerError, type Tracker } from '@trackerkit/core'
import {
  addDatabaseOption,
  fromEnvironment,
  CommandError,
  UsageError,
  type CommandDefinition,
} from '../terminal/command.js'
import { addRulesOption, loadRules } from '../settings/rules.js'
import { databaseOf } from '../store/database.js'
import { loadOptional } from '../store/optional-package.js'
import { openExisting } from '../store/existing.js'
import { warn } from '../terminal/print.js'

interface Values {
  readonly db?: string
  readonly as?: string
  readonly url?: string
  readonly apiKey?: string
  readonly product?: readonly string[]
  readonly write?: boolean
  readonly maxText?: string
  readonly rules?: readonly string[]
}

/** `trackerkit mcp`: serves an assistant on stdin and stdout. */
export const mcp: CommandDefinition = {
  summary: 'Serve a tracker to an assistant (MCP)',
  define: (command) => {
    command.description(
      "Runs a Model Context Protocol server on stdin and stdout with one account's permissions. Read-only unless --write " +
        'is set.',
    )
    addRulesOption(addDatabaseOption(command))
      .option('--as <LOGIN>', 'Account to act as, with --db.')
      .option('--url <URL>', 'URL of a running tracker, instead of --db.')
      .option(
        '--api-key <KEY>',
        'API key of the account to act as, with --url. Prefer TRACKERKIT_API_KEY, because other users can see ' +
          'options.',
      )
      .option('--product <NAME...>', 'Restrict to these products. Default: all.')
      .option('--write', 'Also allow creating, changing and commenting on bugs.')
      .option('--max-text <COUNT>', 'Truncate texts to this many characters. Default: 8000.')
      .action(runMcp)
  },
}

async function runMcp({ product, write = false, maxText = '8000', ...values }: Values): Promise<void> {
  if (!/^\d{3,5}$/.test(maxText) || Number(maxText) < 100 || Number(maxText) > 40_000)
    throw new UsageError(`--max-text must be a number from 100 to 40000, not '${maxText}'`)
  const { serveStdio } = await loadOptional('@trackerkit/mcp', () => import('@trackerkit/mcp'))
  const desk = await openDesk(values)
  try {
    const { name } = await desk.operations.users.whoami().catch(explain)
    warn(`trackerkit: serving an assistant as ${name}`)
    const allow = write ? 'write' : 'read'
    await serveStdio({ operations: desk.operations, allow, product, maxText: Number(maxText) })
  } finally {
    await desk.close()
  }
}

interface Desk {
  readonly operations: ReturnType<Tracker['as']>
  readonly close: () => Promise<void>
}

/** Opens the tracker and returns the operations of the user. @throws UsageError, CommandError */
async function openDesk({
  db,
  as: login,
  url,
  apiKey,
  rules,
}: Omit<Values, 'product' | 'write' | 'maxText'>): Promise<Desk> {
  if (url === undefined) {
    if (login === undefined) throw new UsageError('mcp requires --as LOGIN, or --url URL with an API key')
    const tracker = await openExisting(databaseOf(db), { rules: await loadRules(rules) })
    return { operations: tracker.as({ login }), close: () => tracker.close() }
  }
  const key = apiKey ?? fromEnvironment('TRACKERKIT_API_KEY')
  if (db !== undefined || login !== undefined) throw new UsageError('--url cannot be used with --db or --as')
  if (rules !== undefined) throw new UsageError('--rules cannot be used with --url: rules run in the server')
  if (key === undefined) throw new UsageError('--url requires TRACKERKIT_API_KEY or --api-key')
  return { operations: connect({ url, apiKey: key }), close: () => Promise.resolve() }
}

function explain(error: unknown): never {
  if (isTrackerError(error) || (error instanceof Error && error.name === 'TrackerError'))
    throw new CommandError(error.message)
  throw error
}
