import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import type { BugzillaOptions, BugzillaReport, GroupControlRecord } from '@trackerkit/import'
import {
  addDatabaseOption,
  fromEnvironment,
  CommandError,
  UsageError,
  type CommandDefinition,
} from '../terminal/command.js'
import { openReportFile } from '../transfer/report-file.js'
import { openProgress } from '../transfer/show-progress.js'
import { printVerification, verifyImport } from '../transfer/verify-import.js'
import { printBugzilla } from '../transfer/print-bugzilla.js'
import { loadOptional } from '../store/optional-package.js'
import { withTarget } from '../transfer/import-target.js'
import { put } from '../terminal/print.js'

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

/** `trackerkit import bugzilla --from URL`: brings what a running tracker holds, and what has changed there since. */
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
      .action(runImport)
  },
}

async function runImport(values: Values): Promise<void> {
  const options = readOptions(values)
  // Nothing of a batch is kept. By default the heap would grow to three or four times the memory in use before batches are freed.
  setFlagsFromString('--heap-growing-percent=50')
  const sample = values.verify === undefined ? undefined : sampleOf(values)
  const {
    openBugzilla,
    importBugzilla: bring,
    verify,
  } = await loadOptional('@trackerkit/import', () => import('@trackerkit/import'))
  const ending = new AbortController()
  const end = () => ending.abort(new CommandError('interrupted; run the same command to resume'))
  process.once('SIGINT', end).once('SIGTERM', end)
  const progress = openProgress({ json: values.json === true })
  const file = openReportFile(values.report)
  try {
    const source = await openBugzilla({
      ...options,
      signal: ending.signal,
      onProgress: progress.show,
      onNote: file.add,
      // Of a tracker that is removed afterwards nobody needs a password.
      onNew: (login) => {
        if (!values.dryRun) progress.say(introduce(login, options.password))
      },
    })
    progress.say(
      `${source.asker.url} has version ${source.facts.version}; reading as ${source.facts.account?.login ?? 'an anonymous caller'}`,
    )
    const { report, verified } = await withTarget(values, async (store) => {
      const brought = await bring(source, store)
      if (sample === undefined) return { report: brought, verified: undefined }
      progress.say('comparing')
      return { report: brought, verified: await verifyImport({ source, store, sample, verify }) }
    })
    progress.close()
    file.close(report)
    if (values.json) put(`${JSON.stringify({ ...report, verified })}\n`)
    else printBugzilla(report, values.report)
    requireAll(report)
    if (verified && (values.json ? verified.differences.length : printVerification(verified)) > 0)
      throw new CommandError('the tracker differs from its source')
  } catch (error) {
    throw refusalOf(error)
  } finally {
    progress.close()
    process.off('SIGINT', end).off('SIGTERM', end)
  }
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

function requireUrl(option: string, url: string): void {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`${option} must be a URL such as https://bugs.example.org/, not '${url}'`)
}

/** A dry run has no contents to be compared. */
function sampleOf({ verify, dryRun, attachments }: Values): number {
  const sample = Number(verify)
  if (!Number.isInteger(sample) || sample < 0 || sample > 1_000_000)
    throw new UsageError('--verify must be a number from 0 to 1000000')
  if (dryRun || !attachments) throw new UsageError('--verify cannot be used with --dry-run or --no-attachments')
  return sample
}

function timeOf(text: string): Date {
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(`--since must be a time such as 2026-01-31 or 2026-01-31T12:00:00Z, not '${text}'`)
  return time
}

function countOf(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 32)
    throw new UsageError('--concurrency must be a number from 1 to 32')
  return count
}

function rateOf(text: string): number {
  const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)(?:\/([sm]))?$/.exec(text) ?? []
  const rate = Number(number) / (unit === 'm' ? 60 : 1)
  if (number === '' || rate <= 0) throw new UsageError(`--rate must be a rate such as 5/s or 30/m, not '${text}'`)
  return rate
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

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === 'SourceRefusal') return new CommandError(error.message)
  if (error.name === 'AskError')
    return new CommandError(`source unavailable: ${error.message}; run the same command to resume`)
  return error
}
