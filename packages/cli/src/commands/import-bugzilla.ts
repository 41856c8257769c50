import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import type { BugzillaOptions, BugzillaReport, GroupControlRecord } from '@trackerkit/import'
import {
  addDatabaseOption,
  fromEnvironment,
  CommandError,
  UsageError,
  type CommandDefinition,
} from '../terminal/command.js'
import { rateOf, requireUrl, runImport, sampleOf, timeOf } from '../transfer/run-import.js'
import { verifyImport } from '../transfer/verify-import.js'
import { printBugzilla } from '../transfer/print-bugzilla.js'
import { loadOptional } from '../store/optional-package.js'

interface Values {
  readonly db?: string
  readonly from?: string
  readonly sourceWas?: string
  readonly apiKey?: string
  readonly onlyProduct?: readonly string[]
  readonly since?: string
  readonly attachments: boolean
  readonly dryRun?: boolean
  readonly concurrency?: string
  readonly rate?: string
  readonly report?: string
  readonly emailDomain?: string
  readonly peopleFromBugs?: boolean
  readonly intoExisting?: boolean
  readonly overwrite?: boolean
  readonly keepUnknown?: boolean
  readonly groupControls?: string
  readonly full?: boolean
  readonly verify?: string
  readonly json?: boolean
}

/** `trackerkit import bugzilla --from URL`: imports a running Bugzilla, and later its changes. */
export const importBugzilla: CommandDefinition = {
  summary: 'Import from a Bugzilla server.',
  define: (command) => {
    command.description(
      'Imports from a running Bugzilla (5.0 or later) by its REST API: users, products, and bugs with history and ' +
        'attachments, with the same IDs. Run the same command again to resume an interrupted import or to import ' +
        'later changes. In a new tracker, the owner of the key becomes the administrator.',
    )
    addDatabaseOption(command)
      .option('--from <URL>', 'Where it is: the address below which /rest is. (needed)')
      .option(
        '--api-key <KEY>',
        'API key of an account there. Prefer TRACKERKIT_IMPORT_API_KEY, because other users can see options.',
      )
      .option('--only-product <NAME...>', 'Only bugs of these products.')
      .option('--since <TIME>', 'Only bugs that have changed since: 2026-01-31 or 2026-01-31T12:00:00Z.')
      .option('--no-attachments', 'Without the contents of attachments.')
      .option('--dry-run', 'Read all but contents, say what would become of it, and keep nothing.')
      .option('--concurrency <NUMBER>', 'Requests at once. Default: 4.')
      .option('--rate <NUMBER/s>', 'Requests in a second, or a minute: 5/s, 30/m. Default: 5/s.')
      .option('--report <FILE>', 'Add all that could not be kept to this file, as lines of JSON.')
      .option('--email-domain <DOMAIN>', 'The domain of login names that are cut at the @.')
      .option('--people-from-bugs', 'Do without groups and disabled accounts, where the account may not list people.')
      .option('--into-existing', 'Import into a tracker with bugs; conflicting IDs are rejected.')
      .option('--source-was <URL>', 'The address that it had when it was imported before, where it has another now.')
      .option('--overwrite', 'Overwrite local changes to imported bugs and users.')
      .option('--keep-unknown', 'Make fields of text of what has no field here.')
      .option('--group-controls <FILE>', 'Group controls per product (JSON). Default: guessed.')
      .option('--full', 'Compare all bugs, not only those changed since the last run.')
      .option('--verify <NUMBER>', 'After the import, compare this many random bugs and the newest 50.')
      .option('--json', 'Print progress and report as lines of JSON.')
      .action(importFromServer)
  },
}

async function importFromServer(values: Values): Promise<void> {
  const options = readOptions(values)
  const { verify, dryRun, attachments } = values
  const sample = verify === undefined ? undefined : sampleOf(verify, !dryRun && attachments)
  const reader = await loadOptional('@trackerkit/import', () => import('@trackerkit/import'))
  await runImport<BugzillaReport>(values, {
    async open({ say, ...hooks }) {
      const source = await reader.openBugzilla({
        ...options,
        ...hooks,
        // The tracker is removed afterwards, so no password is needed.
        onNew: (login) => {
          if (!dryRun) say(introduce(login, options.password))
        },
      })
      const { asker, facts } = source
      say(`${asker.url} has version ${facts.version}; reading as ${facts.account?.login ?? 'an anonymous caller'}`)
      return {
        import: (store) => reader.importBugzilla(source, store),
        ...(sample !== undefined && {
          verify: (store) => verifyImport({ source, store, sample, verify: reader.verify }),
        }),
      }
    },
    print: printBugzilla,
    requireAll,
  })
}

/** @throws UsageError before anything is requested or written */
function readOptions(values: Values): BugzillaOptions & { readonly password: string } {
  const { from, sourceWas, concurrency, rate, since, groupControls } = values
  if (from === undefined) throw new UsageError('import bugzilla requires --from URL')
  requireUrl('--from', from)
  if (sourceWas !== undefined) requireUrl('--source-was', sourceWas)
  const apiKey = values.apiKey ?? fromEnvironment('TRACKERKIT_IMPORT_API_KEY')
  return {
    url: from,
    sourceWas,
    apiKey,
    password: fromEnvironment('TRACKERKIT_ADMIN_PASSWORD') ?? randomBytes(12).toString('base64url'),
    onlyProducts: values.onlyProduct,
    since: since === undefined ? undefined : timeOf(since),
    attachments: values.attachments && !values.dryRun,
    concurrency: concurrency === undefined ? undefined : countOf(concurrency),
    rate: rate === undefined ? undefined : rateOf(rate),
    groupControls: groupControls === undefined ? undefined : controlsOf(groupControls),
    ...{ emailDomain: values.emailDomain?.replace(/^@/, ''), peopleFromBugs: values.peopleFromBugs },
    ...{ intoExisting: values.intoExisting, overwrite: values.overwrite, keepUnknown: values.keepUnknown },
    full: values.full,
  }
}

function countOf(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 32)
    throw new UsageError('--concurrency must be a number from 1 to 32')
  return count
}

function controlsOf(file: string): BugzillaOptions['groupControls'] {
  try {
    const all: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!Array.isArray(all)) throw new Error('it must be a list')
    return all.map((one: object) => ({ ...one, kind: 'group_control' }) as GroupControlRecord)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

function introduce(login: string, password: string): string {
  const isGiven = fromEnvironment('TRACKERKIT_ADMIN_PASSWORD') !== undefined
  return `New tracker. Administrator: ${login}${isGiven ? '' : `\n  password: ${password}`}`
}

/** The command fails if a row was not imported, because an administrator has to look at it. */
function requireAll({ counts, noteCount }: BugzillaReport): void {
  const refused = Object.values(counts).reduce((sum, one) => sum + one.refused, 0)
  if (refused > 0) throw new CommandError(`${refused} were refused, and ${noteCount} things are to be looked at`)
}
