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
import { addBugzillaOptions } from '../transfer/bugzilla-options.js'
import { printBugzilla } from '../transfer/print-bugzilla.js'
import { counted } from '../terminal/counted.js'
import { loadOptional } from '../store/optional-package.js'
import { addRulesOption, loadRules, type RulesOptions } from '../settings/rules.js'

interface Values extends RulesOptions {
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
  summary: 'Import from a Bugzilla server',
  define: (command) => {
    command.description(
      'Imports from a running Bugzilla (5.0 or later) by its REST API: users, products, and bugs with history and ' +
        'attachments, with the same IDs. Run the same command again to resume an interrupted import or to import ' +
        'later changes. In a new tracker, the owner of the key becomes the administrator.',
    )
    addDatabaseOption(command)
      .option('--from <URL>', 'Base URL of Bugzilla, without /rest. (required)')
      .option(
        '--api-key <KEY>',
        'API key of a Bugzilla account. Prefer TRACKERKIT_IMPORT_API_KEY, because other users can see options.',
      )
      .option('--concurrency <NUMBER>', 'Parallel requests. Default: 4.')
      .option('--rate <NUMBER/s>', 'Maximum requests per second or minute, such as 5/s or 30/m. Default: 5/s.')
      .option('--email-domain <DOMAIN>', 'Domain to append to logins that the server cuts off at the @.')
      .option(
        '--people-from-bugs',
        'Take users from bugs, without groups and disabled accounts, if the account cannot list users.',
      )
      .option('--group-controls <FILE>', 'Group controls per product (JSON). Default: guessed.')
      .option('--verify <NUMBER>', 'After the import, compare this many random bugs and the newest 50.')
    addBugzillaOptions(addRulesOption(command)).action(importFromServer)
  },
}

async function importFromServer(values: Values): Promise<void> {
  const options = readOptions(values)
  const { verify, dryRun, attachments } = values
  const sample = verify === undefined ? undefined : sampleOf(verify, !dryRun && attachments)
  const rules = await loadRules(values.rules)
  const reader = await loadOptional('@trackerkit/import', () => import('@trackerkit/import'))
  await runImport<BugzillaReport>(values, {
    async open({ say, ...hooks }) {
      const source = await reader.openBugzilla({
        ...options,
        ...hooks,
        rules,
        // The tracker is removed afterwards, so no password is needed.
        onNew: (login) => {
          if (!dryRun) say(introduce(login, options.password))
        },
      })
      const { asker, facts } = source
      say(`${asker.url} runs version ${facts.version}; reading as ${facts.account?.login ?? 'an anonymous caller'}`)
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
    if (!Array.isArray(all)) throw new Error('it must be a JSON array')
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
  if (refused > 0) throw new CommandError(`${counted(refused, 'record')} rejected, ${counted(noteCount, 'warning')}`)
}
