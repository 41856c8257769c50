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
import { counted } from '../terminal/counted.js'
import { loadOptional } from '../store/optional-package.js'
import { addBugzillaOptions } from '../transfer/bugzilla-options.js'
import { printBugzillaDb, printNextSteps } from '../transfer/print-bugzilla.js'
import { rateOf, requireUrl, runImport, sampleOf, timeOf } from '../transfer/run-import.js'
import { addRulesOption, loadRules, type RulesOptions } from '../settings/rules.js'

interface Values extends RulesOptions {
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
  summary: 'Import from a Bugzilla database',
  define: (command) => {
    command.description(
      'Imports from a Bugzilla database (5.0 or later; MySQL, MariaDB or PostgreSQL). Beyond the REST import, includes ' +
        'passwords, API keys, preferences, saved searches, group inheritance and group controls. The source is only ' +
        'read. Run the same command again to resume an interrupted import or to import later changes. In a new tracker, ' +
        'the first member of the group admin becomes the administrator.',
    )
    addDatabaseOption(command)
      .option(
        '--from <URL>',
        'mysql://USER@HOST/DATABASE or postgres://USER@HOST/DATABASE, optionally with ?socket=PATH, ?host=DIR or ' +
          '?tls=on. The password is read from TRACKERKIT_IMPORT_PASSWORD. (required)',
      )
      .option('--time-zone <ZONE>', 'Time zone of the Bugzilla server, such as Europe/Vienna. (required)')
      .option('--params <FILE>', 'data/params.json of Bugzilla. (required, or --no-params)')
      .option('--no-params', "Keep the tracker's parameters.")
      .option('--or-groups <on|off>', 'With --no-params: one of the groups of a bug is enough to see it. Default: off.')
      .option('--attachments <FOLDER>', 'data/attachments of Bugzilla, if it stores attachments as files.')
      .option('--max-attachment <MB>', 'Maximum size of an attachment, up to 1000. Default: 100.')
      .option('--passwords <keep|none>', 'Import password hashes; the first login replaces them. Default: keep.')
      .option(
        '--personal <keep|none>',
        'Import API keys, preferences, saved searches, tags, visits and watches. Default: keep.',
      )
      .option('--admin <LOGIN>', 'Administrator of a new tracker. Default: the first member of the group admin.')
      .option('--no-snapshot', 'Also read tables that do not use InnoDB. Stop Bugzilla first.')
      .option('--source <URL>', 'Name of the source. Default: urlbase of its parameters.')
      .option('--extern-issuer <URL>', 'Issuer of the login provider to which extern_id values are linked.')
      .option(
        '--rate <NUMBER/s>',
        'Maximum batches of 500 bugs per second or minute, such as 5/s or 30/m. Default: no limit.',
      )
      .option(
        '--verify <NUMBER|all>',
        'After the import, compare permissions, this many random bugs and the newest 50.',
      )
    addBugzillaOptions(addRulesOption(command)).action(importFromDatabase)
  },
}

async function importFromDatabase(values: Values): Promise<void> {
  requireNeeded(values)
  const { verify, dryRun, attachments } = values
  const sample = verify === undefined ? undefined : sampleOf(verify, !dryRun && attachments !== false, 'all')
  const rules = await loadRules(values.rules)
  const reader = await loadOptional('@trackerkit/import', () => import('@trackerkit/import'))
  await runImport<BugzillaDbReport>(values, {
    // Rows arrive faster than by REST. With 50, a sixth of the CPU time is spent freeing memory.
    heapGrowth: 200,
    async open({ say, ...hooks }) {
      const options = readOptions(values, reader.readParams)
      const onNew = (login: string) => say(`New tracker. Administrator: ${login}, with the password from Bugzilla`)
      const source = await reader.openBugzillaDb({ ...options, ...hooks, rules, onNew })
      return {
        import: (store) => reader.importBugzillaDb(source, store),
        ...(sample !== undefined && { verify: (store) => compare(reader, { ...options, ...hooks }, store, sample) }),
        close: () => source.close(),
      }
    },
    print(report, file) {
      printBugzillaDb(report, file)
      printNextSteps({ isDryRun: dryRun === true, isCompared: sample !== undefined })
    },
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

/** @throws UsageError, SourceError for a file that is not one of parameters */
function readOptions(values: Values, parse: typeof readParams): BugzillaDbOptions {
  const { from = '', timeZone = '', params, attachments, orGroups, since, rate, externIssuer, sourceWas } = values
  requireZone(timeZone)
  if (externIssuer !== undefined) requireUrl('--extern-issuer', externIssuer)
  if (params !== false && orGroups !== undefined) throw new UsageError('--or-groups requires --no-params')
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
      `${counted(records, 'record')} and ${counted(rows, 'row')} rejected, ${counted(noteCount, 'warning')}`,
    )
  if (unaccounted.length > 0) throw new CommandError('some rows are unaccounted for: please report this')
}
