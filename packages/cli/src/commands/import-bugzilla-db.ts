import { readFileSync } from 'node:fs'
import { createTracker } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import type {
  BugzillaDbOptions,
  BugzillaDbReport,
  openBugzillaDb,
  readParams,
  Verification,
  verifyBugzillaDb,
} from '@trackerkit/import'
import {
  addDatabaseOption,
  CommandError,
  fromEnvironment,
  UsageError,
  type CommandDefinition,
} from '../terminal/command.js'
import { loadOptional } from '../store/optional-package.js'
import { printBugzillaDb } from '../transfer/print-bugzilla.js'
import { rateOf, requireUrl, runImport, sampleOf, timeOf } from '../transfer/run-import.js'

interface Values {
  readonly db?: string
  readonly from?: string
  readonly timeZone?: string
  /** False: the tracker keeps its own. */
  readonly params?: string | false
  /** False: without contents. */
  readonly attachments?: string | false
  readonly maxAttachment?: string
  readonly passwords?: string
  readonly personal?: string
  readonly admin?: string
  readonly orGroups?: string
  readonly snapshot: boolean
  readonly source?: string
  readonly sourceWas?: string
  readonly externIssuer?: string
  readonly onlyProduct?: readonly string[]
  readonly since?: string
  readonly rate?: string
  readonly keepUnknown?: boolean
  readonly dryRun?: boolean
  readonly report?: string
  readonly intoExisting?: boolean
  readonly overwrite?: boolean
  readonly full?: boolean
  readonly verify?: string
  readonly json?: boolean
}

/** `trackerkit import bugzilla-db --from URL`: imports the database of a Bugzilla, and later its changes. */
export const importBugzillaDb: CommandDefinition = {
  summary: 'Import from the database of a Bugzilla.',
  define: (command) => {
    command.description(
      'Imports from the database of a Bugzilla (5.0 or later; MySQL, MariaDB or PostgreSQL): what its REST API has, ' +
        'and passwords, API keys, preferences, saved searches, inheritance of groups and group controls. Reads only. ' +
        'Run the same command again to resume an interrupted import or to import later changes. In a new tracker, ' +
        'the first member of admin becomes the administrator.',
    )
    addDatabaseOption(command)
      .option(
        '--from <URL>',
        'mysql://USER@HOST/DATABASE or postgres://USER@HOST/DATABASE, with ?socket=PATH, ?host=DIR or ?tls=on. (needed) ' +
          'The password comes from TRACKERKIT_IMPORT_PASSWORD.',
      )
      .option('--time-zone <ZONE>', 'Time zone of the machine on which Bugzilla ran, such as Europe/Vienna. (needed)')
      .option('--params <FILE>', 'data/params.json of Bugzilla. (this or --no-params is needed)')
      .option('--no-params', 'Do without; the tracker keeps its own parameters.')
      .option('--or-groups <on|off>', 'Without parameters: one group of a bug is enough to see it.')
      .option('--attachments <FOLDER>', 'data/attachments of Bugzilla, for contents that are files.')
      .option('--no-attachments', 'Without the contents of attachments.')
      .option('--max-attachment <MB>', 'The largest content. Default: 100; at most 1000.')
      .option('--passwords <keep|none>', 'Old passwords work until the first login replaces them. Default: keep.')
      .option('--personal <keep|none>', 'API keys, preferences, searches, tags, visits and watches. Default: keep.')
      .option('--admin <LOGIN>', 'The administrator of a new tracker. Default: the first member of admin.')
      .option('--no-snapshot', 'Read tables that are not InnoDB. Stop Bugzilla first.')
      .option('--source <URL>', 'The name of the source. Default: urlbase of its parameters.')
      .option('--source-was <URL>', 'The name of the source in earlier imports, if it has another now.')
      .option('--extern-issuer <URL>', 'The login provider that knows people by their extern_id, which is linked.')
      .option('--only-product <NAME...>', 'Only bugs of these products.')
      .option('--since <TIME>', 'Only bugs that have changed since: 2026-01-31 or 2026-01-31T12:00:00Z.')
      .option('--rate <NUMBER/s>', 'Batches of 200 bugs in a second, or a minute: 5/s, 30/m. Default: no limit.')
      .option('--keep-unknown', 'Keep columns of bugs that Bugzilla does not have, as text fields.')
      .option('--dry-run', 'Say what would become of it, and keep nothing.')
      .option('--report <FILE>', 'Add all that could not be kept to this file, as lines of JSON.')
      .option('--into-existing', 'Import into a tracker with bugs; conflicting IDs are rejected.')
      .option('--overwrite', 'Overwrite local changes to imported bugs and users.')
      .option('--full', 'Compare all bugs, not only those changed since the last run.')
      .option(
        '--verify <NUMBER|all>',
        'After the import, compare who sees what, and this many random bugs and the newest 50.',
      )
      .option('--json', 'Print progress and report as lines of JSON.')
      .action(importFromDatabase)
  },
}

async function importFromDatabase(values: Values): Promise<void> {
  requireNeeded(values)
  const { verify, dryRun, attachments } = values
  const sample = verify === undefined ? undefined : sampleOf(verify, !dryRun && attachments !== false, 'all')
  const reader = await loadOptional('@trackerkit/import', () => import('@trackerkit/import'))
  await runImport<BugzillaDbReport>(values, {
    async open({ say, ...hooks }) {
      const options = readOptions(values, reader.readParams)
      const onNew = (login: string) => say(`New tracker. Administrator: ${login}, with the password from Bugzilla`)
      const source = await reader.openBugzillaDb({ ...options, ...hooks, onNew })
      return {
        import: (store) => reader.importBugzillaDb(source, store),
        ...(sample !== undefined && { verify: (store) => compare(reader, { ...options, ...hooks }, store, sample) }),
        close: () => source.close(),
      }
    },
    print: printBugzillaDb,
    requireAll,
  })
}

interface Comparing {
  readonly openBugzillaDb: typeof openBugzillaDb
  readonly verifyBugzillaDb: typeof verifyBugzillaDb
}

/** Compares with another snapshot of the source. */
async function compare(
  { openBugzillaDb: open, verifyBugzillaDb: verify }: Comparing,
  options: BugzillaDbOptions,
  store: Store,
  sample: number | 'all',
): Promise<Verification> {
  const again = await open(options)
  try {
    const tracker = await createTracker({ store, mustExist: true })
    return await verify({ source: again.source, timeZone: options.timeZone, tracker, store, options, sample })
  } finally {
    await again.close()
  }
}

/** @throws UsageError naming all that is missing */
function requireNeeded({ from, timeZone, params }: Values): void {
  const missing = [
    ...(from === undefined ? ['--from URL'] : []),
    ...(timeZone === undefined ? ['--time-zone ZONE'] : []),
    ...(params === undefined ? ['--params FILE or --no-params'] : []),
  ]
  if (missing.length > 0) throw new UsageError(`import bugzilla-db requires ${missing.join(', ')}`)
}

/** @throws UsageError, SourceRefusal for a file that is not one of parameters */
function readOptions(values: Values, parse: typeof readParams): BugzillaDbOptions {
  const { from = '', timeZone = '', params, attachments, orGroups, since, rate, externIssuer, sourceWas } = values
  requireZone(timeZone)
  if (externIssuer !== undefined) requireUrl('--extern-issuer', externIssuer)
  if (params !== false && orGroups !== undefined) throw new UsageError('--or-groups is for --no-params')
  return {
    from,
    timeZone,
    password: fromEnvironment('TRACKERKIT_IMPORT_PASSWORD'),
    params: typeof params === 'string' ? parse(textOf('--params', params)) : undefined,
    orGroups: orGroups === undefined ? undefined : choiceOf('--or-groups', orGroups, ['on', 'off']) === 'on',
    attachments: attachments !== false && !values.dryRun,
    attachmentsFolder: attachments === false ? undefined : attachments,
    maxAttachment: sizeOf(values.maxAttachment),
    passwords: choiceOf('--passwords', values.passwords ?? 'keep', ['keep', 'none']) === 'keep',
    personal: choiceOf('--personal', values.personal ?? 'keep', ['keep', 'none']) === 'keep',
    ...{ admin: values.admin, noSnapshot: !values.snapshot, sourceName: values.source, full: values.full },
    sourceWas,
    externIssuer,
    keepUnknown: values.keepUnknown,
    since: since === undefined ? undefined : timeOf(since),
    rate: rate === undefined ? undefined : rateOf(rate),
    ...{ onlyProducts: values.onlyProduct, intoExisting: values.intoExisting, overwrite: values.overwrite },
  }
}

function requireZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw new UsageError(`--time-zone must be a time zone such as UTC or Europe/Vienna, not '${timeZone}'`)
  }
}

function textOf(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${option}: ${file} cannot be read: ${(error as Error).message}`)
  }
}

function choiceOf(option: string, given: string, accepted: readonly string[]): string {
  if (accepted.includes(given)) return given
  throw new UsageError(`${option} must be ${accepted.join(' or ')}, not '${given}'`)
}

const megabyte = 1_000_000

function sizeOf(given = '100'): number {
  const size = Number(given)
  if (!Number.isInteger(size) || size < 1 || size > 1000)
    throw new UsageError(`--max-attachment must be a number of MB from 1 to 1000, not '${given}'`)
  return size * megabyte
}

/** The command fails if a row was not imported, because an administrator has to look at it. */
function requireAll({ counts, tables, unaccounted, noteCount }: BugzillaDbReport): void {
  const records = Object.values(counts).reduce((sum, one) => sum + one.refused, 0)
  const rows = tables.reduce((sum, one) => sum + one.refused, 0)
  if (records + rows > 0)
    throw new CommandError(
      `${records} records and ${rows} rows were refused, and ${noteCount} things are to be looked at`,
    )
  if (unaccounted.length > 0) throw new CommandError('rows are unaccounted for: report this, please')
}
