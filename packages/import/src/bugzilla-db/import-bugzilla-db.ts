import { createTracker, type Tracker } from '@trackerkit/core'
import type { PutResult, TrackerRecord } from '@trackerkit/core/moving'
import type { Store } from '@trackerkit/core/store'
import { examineTarget, importInto, withSlash, type Target } from '../passes/import-into.js'
import { createNotes, type AddNote } from '../passes/notes.js'
import { keepParameters, retireValues } from '../passes/own-tracker.js'
import { createReport, type ReportBuilder } from '../passes/report.js'
import { requireProducts } from '../passes/require-products.js'
import { requireAllGroups } from '../passes/visibility.js'
import { readState } from '../bugzilla/state.js'
import { pause } from '../http/pause.js'
import { createMeter } from '../report/progress.js'
import { SourceError } from '../report/source-error.js'
import { ConnectionLost, openDatabase, withoutPassword, type DbRow, type DbSource } from './connect.js'
import { createOddities, reportOddities, type Reading } from './context.js'
import { createLedger, unaccounted } from './ledger.js'
import { scopeOf, type BugzillaDbOptions } from './options.js'
import { parametersOf, reportLogins } from './parameters.js'
import { batchPace, importBugs, type Run } from './passes.js'
import { administratorOf, readPeople, type People } from './people.js'
import { readPersonal } from './personal.js'
import { trySearches } from './try-searches.js'
import type { BugzillaDbReport } from './report.js'
import { countRows, readTables, requireBugzilla, requireSnapshot, type Tables } from './schema.js'
import { readConfiguration } from './configuration.js'
import { freshDatabaseState, readDatabaseState, type DatabaseState } from './state.js'
import { numberOf, oneLine, plainText } from './text.js'
import { createZone } from './times.js'
import { countLeft } from './left-out.js'

/** A database that has been looked at, and can be imported. */
export interface BugzillaDb {
  readonly source: DbSource
  readonly tables: Tables
  /** The name of the source. */
  readonly name: string
  readonly options: BugzillaDbOptions
  close(): Promise<void>
}

/**
 * Opens the database of a Bugzilla, and rejects one that cannot be imported.
 *
 * @throws SourceError that says what is in the way; nothing has been written
 * @example
 * const source = await openBugzillaDb({ from: 'mysql://bugs@localhost/bugs', timeZone: 'Europe/Vienna', params: {} })
 * console.log(source.name)
 */
export async function openBugzillaDb(options: BugzillaDbOptions): Promise<BugzillaDb> {
  const { from, params, sourceName } = options
  const source = await openDatabase(options)
  try {
    const tables = await readTables(source)
    requireBugzilla(tables)
    if (!options.noSnapshot) await requireSnapshot(source, tables)
    if (!params && options.orGroups === undefined) await requireOneGroup(source)
    const products = await source.rows('SELECT name FROM products')
    requireProducts(
      options.onlyProducts,
      products.map(({ name }) => oneLine(plainText(name))),
    )
    const urlbase = params?.['urlbase']
    const address = sourceName ?? (typeof urlbase === 'string' && urlbase !== '' ? urlbase : undefined)
    const name = address === undefined ? withoutPassword(new URL(from)) : withSlash(address)
    return { source, tables, name, options, close: () => source.end() }
  } catch (error) {
    await source.end()
    throw error
  }
}

/** Only the parameters state if a bug requires one or all of its groups. @throws SourceError */
async function requireOneGroup(source: DbSource): Promise<void> {
  const row = await findInSeveralGroups(source)
  if (!row) return
  throw new SourceError(
    `bug ${numberOf(row['bug_id'])} is in several groups: pass --params FILE, or --or-groups on|off to say whether one of them is enough to see it`,
  )
}

async function findInSeveralGroups(source: DbSource): Promise<DbRow | undefined> {
  const rows = await source.rows('SELECT bug_id FROM bug_group_map GROUP BY bug_id HAVING COUNT(*) > 1 LIMIT 1')
  return rows[0]
}

/** True if one group of a bug is enough there to see it. */
function showsOneGroup({ params, orGroups }: BugzillaDbOptions): boolean {
  return params ? parametersOf(params)['or_groups'] === '1' : orGroups === true
}

/** Connections that may be lost in one import. */
const mostLost = 3

/**
 * Imports the database of a Bugzilla into a store, which gets a tracker when it has none. The same again resumes where it was
 * interrupted, and after its end imports later changes. After a lost connection it continues in a new snapshot.
 *
 * @throws SourceError if the target has bugs from elsewhere, or the connection is lost again and again; import_busy; the reason of
 * the signal
 * @example
 * const source = await openBugzillaDb({ from: 'mysql://bugs@localhost/bugs', timeZone: 'Europe/Vienna', params: {} })
 * const { tables } = await importBugzillaDb(source, store)
 * await source.close()
 */
export async function importBugzillaDb(opened: BugzillaDb, store: Store): Promise<BugzillaDbReport> {
  const { options, source } = opened
  const report = createReport(options.onNote ?? (() => undefined))
  const attempt: Attempt = { opened, store, report, addNote: createNotes(report.note), began: Date.now() }
  for (let lost = 1; ; lost++)
    try {
      return await importOnce(attempt)
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      if (lost > mostLost)
        throw new SourceError(`the connection to the database was lost ${lost} times: run the same command to resume`)
      attempt.addNote({
        kind: 'source',
        id: `connection ${lost}`,
        problem: `was lost (${error.message}); the import continued in a new snapshot`,
      })
      await renew(source, options.signal)
    }
}

/** Milliseconds before each attempt to open the database again. */
const waits = [500, 2000, 5000, 15_000, 30_000]

async function renew(source: DbSource, signal: AbortSignal | undefined): Promise<void> {
  for (const [index, wait] of waits.entries()) {
    await pause(wait, signal)
    try {
      await source.renew()
      return
    } catch (error) {
      if (!(error instanceof SourceError) || index === waits.length - 1) throw error
    }
  }
}

interface Attempt {
  readonly opened: BugzillaDb
  readonly store: Store
  readonly report: ReportBuilder
  readonly addNote: AddNote
  readonly began: number
}

/** Imports from one snapshot, continuing from the last one. */
async function importOnce({ opened, store, report, addNote, began }: Attempt): Promise<BugzillaDbReport> {
  const { options, name, source } = opened
  const reading: Reading = {
    source,
    tables: opened.tables,
    zone: createZone(options.timeZone),
    addNote,
    ...{ ledger: createLedger(), now: source.taken(), oddities: createOddities() },
  }
  const totals = await countRows(reading.source, reading.tables)
  const people = await readPeople(reading)
  // The source may be lost at each query. Between the creation of the tracker and its first state, the next attempt would not know
  // that this import has created it.
  const firstFree = await firstFreeComment(source)
  const tracker = await openTarget(store, people, options)
  const target = await examineTarget(name, options, store)
  const state = stateOf(opened, target, { isNew: tracker.isNew, firstFree })
  if (!state.isOwn && !showsOneGroup(options) && (await findInSeveralGroups(source))) await requireAllGroups(tracker)
  const meter = createMeter(options.onProgress ?? (() => undefined))
  return importInto(store, { target, options, state, personal: true }, async (importer) => {
    const run: Run = { reading, people, importer, report, meter, options, totals, pace: batchPace(options) }
    const configuration = await importConfiguration(run, tracker, state)
    const bugIds = await importBugs(run, configuration, state)
    await importPersonal(run, tracker, bugIds)
    reportOddities(reading)
    await countLeft(run, configuration)
    const tables = reading.ledger.done(totals)
    // Rows of bugs are counted only by a pass over all of them.
    const lost = run.isCounted === true ? tables.filter((one) => unaccounted(one) !== 0) : []
    const rest = { version: '', hidden: { count: 0, ranges: [] }, requests: 0, seconds: (Date.now() - began) / 1000 }
    return {
      ...report.done({ source: name, ...rest }),
      tables,
      unaccounted: lost.map((one) => ({ table: one.table, rows: unaccounted(one) })),
    }
  })
}

/** A new tracker is made with an administrator of the source, under its ID, to reserve that. */
async function openTarget(store: Store, people: People, { admin, onNew }: BugzillaDbOptions): Promise<Tracker> {
  const found = administratorOf(people, admin)
  if (admin !== undefined && !found) throw new SourceError(`there is no account ${admin}`)
  const administrator = found && { id: found.id, login: found.login, real_name: found.realName }
  return createTracker({
    store,
    administrator: administrator ?? null,
    beforeSetUp: () => onNew?.(found?.login ?? 'nobody'),
  })
}

/** @throws SourceError if the source was imported by its REST API, and not all bugs are to be compared */
function stateOf(
  { options, name }: BugzillaDb,
  { kept }: Target,
  { isNew, firstFree }: { readonly isNew: boolean; readonly firstFree: number },
): DatabaseState {
  const known = readDatabaseState(kept)
  if (known) return known
  const byRest = readState(kept)
  if (byRest && !options.full)
    throw new SourceError(`${name} was imported by its REST API; pass --full to compare all bugs with the database`)
  return freshDatabaseState(byRest?.isOwn ?? isNew, scopeOf(options), firstFree)
}

/** The number of comments that may be written there until the last run. */
const reserved = 1_000_000

async function firstFreeComment(source: DbSource): Promise<number> {
  const [row] = await source.rows('SELECT MAX(comment_id) AS n FROM longdescs')
  return numberOf(row?.['n']) + reserved
}

const atOnce = 200

async function putAll({ importer, report, options }: Run, records: readonly TrackerRecord[]): Promise<PutResult[]> {
  const results: PutResult[] = []
  for (let start = 0; start < records.length; start += atOnce) {
    const some = await importer.put(records.slice(start, start + atOnce))
    report.add(some)
    for (const one of some) results.push(one)
    options.signal?.throwIfAborted()
  }
  return results
}

/** Visibility depends on the configuration, so it precedes all bugs. */
async function importConfiguration(run: Run, tracker: Tracker, { isOwn }: DatabaseState) {
  const { reading, people, options, meter } = run
  meter.begin('configuration')
  await putAll(run, people.groups)
  await putAll(run, people.inheriting)
  if (isOwn) {
    const { params, orGroups } = options
    const parameters = params ? parametersOf(params) : orGroups === undefined ? {} : { or_groups: orGroups ? '1' : '0' }
    await keepParameters(tracker, parameters, reading.addNote)
    if (params) reportLogins(params, reading.addNote)
  }
  meter.begin('people', people.users.length)
  await putAll(run, people.users)
  meter.begin('products')
  const configuration = await readConfiguration(reading, people, options.keepUnknown ?? false)
  await putAll(run, people.takeGone())
  for (const records of configuration.records) await putAll(run, records)
  if (isOwn) await retireValues(tracker, (field, name) => configuration.hasValue(field, name))
  return configuration
}

async function importPersonal(run: Run, tracker: Tracker, bugIds: ReadonlySet<number>): Promise<void> {
  const { reading, people, options, meter } = run
  const { passwords = true, personal = true, externIssuer } = options
  const visitsSince = await oldestVisit(tracker, reading.now)
  const records = await readPersonal(reading, people, { passwords, personal, bugIds, visitsSince, externIssuer })
  await putAll(run, people.takeGone())
  meter.begin('people', records.length)
  const results = await putAll(run, records)
  const written = records.filter((_, index) => ['created', 'replaced'].includes(results[index]?.outcome ?? ''))
  await trySearches(tracker, written, { addNote: reading.addNote, signal: options.signal })
}

const day = 86_400_000

/** The tracker deletes visits after some days, and 0 means never. */
async function oldestVisit(tracker: Tracker, now: Date): Promise<Date> {
  const { parameters } = await tracker.asSystem().parameters.get({ include_fields: ['last_visit_keep_days'] })
  const days = Number(parameters['last_visit_keep_days'] ?? 0)
  return new Date(days > 0 ? now.getTime() - days * day : 0)
}
