import { createTracker, type Tracker } from '@trackerkit/core'
import { examineImport, openImporter, type TrackerRecord } from '@trackerkit/core/moving'
import type { Store } from '@trackerkit/core/store'
import { withSlash } from '../bugzilla/ask.js'
import { createNotes } from '../bugzilla/notes.js'
import { keepParameters, retireValues } from '../bugzilla/own-tracker.js'
import { createReport } from '../bugzilla/report.js'
import { readState } from '../bugzilla/state.js'
import { createMeter } from '../report/progress.js'
import { SourceRefusal } from '../report/source-error.js'
import { openDatabase, withoutPassword, type DbSource } from './connect.js'
import type { Reading } from './context.js'
import { createLedger, unaccounted } from './ledger.js'
import { scopeOf, type BugzillaDbOptions } from './options.js'
import { parametersOf } from './parameters.js'
import { bringBugs, type Run } from './passes.js'
import { administratorOf, readPeople, type People } from './people.js'
import { readPersonal } from './personal.js'
import type { BugzillaDbReport } from './report.js'
import { countRows, readTables, requireBugzilla, requireSnapshot, type Tables } from './schema.js'
import { readSetUp } from './set-up.js'
import { freshDatabaseState, readDatabaseState, type DatabaseState } from './state.js'
import { numberOf } from './text.js'
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
 * Opens the database of a Bugzilla, and refuses what cannot be imported.
 *
 * @throws SourceRefusal that says what is in the way; nothing has been written
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
    const urlbase = params?.['urlbase']
    const address = sourceName ?? (typeof urlbase === 'string' && urlbase !== '' ? urlbase : undefined)
    const name = address === undefined ? withoutPassword(new URL(from)) : withSlash(address)
    return { source, tables, name, options, close: () => source.end() }
  } catch (error) {
    await source.end()
    throw error
  }
}

/** Only the parameters state if a bug requires one or all of its groups. @throws SourceRefusal */
async function requireOneGroup(source: DbSource): Promise<void> {
  const rows = await source.rows('SELECT bug_id FROM bug_group_map GROUP BY bug_id HAVING COUNT(*) > 1 LIMIT 1')
  const [row] = rows
  if (!row) return
  throw new SourceRefusal(
    `bug ${numberOf(row['bug_id'])} is in several groups: pass --params FILE, or --or-groups on|off to say whether one of them is enough to see it`,
  )
}

/**
 * Imports the database of a Bugzilla into a store, which gets a tracker when it has none. The same again resumes where it was
 * interrupted, and after its end imports later changes.
 *
 * @throws SourceRefusal if the target has bugs from elsewhere; import_busy; the reason of the signal
 * @example
 * const source = await openBugzillaDb({ from: 'mysql://bugs@localhost/bugs', timeZone: 'Europe/Vienna', params: {} })
 * const { tables } = await importBugzillaDb(source, store)
 * await source.close()
 */
export async function importBugzillaDb(opened: BugzillaDb, store: Store): Promise<BugzillaDbReport> {
  const { options, name } = opened
  const began = Date.now()
  const report = createReport(options.onNote ?? (() => undefined))
  const tell = createNotes(report.note)
  const reading: Reading = {
    ...{ source: opened.source, tables: opened.tables, zone: createZone(options.timeZone), tell },
    ...{ ledger: createLedger(), now: new Date(), twice: { count: 0 } },
  }
  const totals = await countRows(reading.source, reading.tables)
  const people = await readPeople(reading)
  const tracker = await openTarget(store, people, options)
  const before = await examineTarget(opened, store)
  const state = before ?? freshDatabaseState(tracker.isNew, scopeOf(options), await firstFreeComment(opened.source))
  const importer = await openImporter(store, {
    ...{ source: name, overwrite: options.overwrite ?? false, rights: state.isOwn, personal: true },
  })
  try {
    // A run that resumes from here must know that the tracker was made for this import.
    await importer.put([], state)
    const meter = createMeter(options.onProgress ?? (() => undefined))
    const run: Run = { reading, people, importer, report, meter, options, totals }
    const setUp = await bringConfiguration(run, tracker, state)
    const bugIds = await bringBugs(run, setUp, state)
    await bringPersonal(run, bugIds)
    if (reading.twice.count > 0)
      tell({
        kind: 'source',
        id: 'texts',
        problem: `${reading.twice.count} look as if they were encoded twice; they stay as they are`,
      })
    await countLeft(run, setUp)
    const tables = reading.ledger.done(totals)
    // Rows of bugs are counted only by a pass over all of them.
    const lost = run.isCounted === true ? tables.filter((one) => unaccounted(one) !== 0) : []
    return {
      ...report.done({
        source: name,
        version: '',
        hidden: { count: 0, ranges: [] },
        requests: 0,
        seconds: (Date.now() - began) / 1000,
      }),
      tables,
      unaccounted: lost.map((one) => ({ table: one.table, rows: unaccounted(one) })),
    }
  } finally {
    await importer.close()
  }
}

/** A new tracker is made with an administrator of the source, under its ID, to reserve that. */
async function openTarget(store: Store, people: People, { admin, onNew }: BugzillaDbOptions): Promise<Tracker> {
  const found = administratorOf(people, admin)
  if (admin !== undefined && !found) throw new SourceRefusal(`there is no account ${admin}`)
  const administrator = found && { id: found.id, login: found.login, real_name: found.realName }
  return createTracker({
    store,
    administrator: administrator ?? null,
    beforeSetUp: () => onNew?.(found?.login ?? 'nobody'),
  })
}

/** @throws SourceRefusal for bugs from elsewhere */
async function examineTarget({ name, options, source }: BugzillaDb, store: Store): Promise<DatabaseState | undefined> {
  const { state, hasOwnBugs, otherSources } = await examineImport(store, name)
  const { intoExisting, full } = options
  if (hasOwnBugs && !intoExisting)
    throw new SourceRefusal('the target has bugs that were not imported; pass --into-existing to continue')
  if (state === null && otherSources.length > 0 && !intoExisting)
    throw new SourceRefusal(
      `the target has bugs that came from ${otherSources.join(', ')}; pass --into-existing to continue, or --source with that name`,
    )
  const known = readDatabaseState(state)
  if (known) return known
  const byRest = readState(state)
  if (!byRest) return undefined
  if (!full)
    throw new SourceRefusal(`${name} was imported by its REST API; pass --full to compare all bugs with the database`)
  return freshDatabaseState(byRest.isOwn, scopeOf(options), await firstFreeComment(source))
}

/** The number of comments that may be written there until the last run. */
const reserved = 1_000_000

async function firstFreeComment(source: DbSource): Promise<number> {
  const [row] = await source.rows('SELECT MAX(comment_id) AS n FROM longdescs')
  return numberOf(row?.['n']) + reserved
}

const atOnce = 200

async function putAll({ importer, report, options }: Run, records: readonly TrackerRecord[]): Promise<void> {
  for (let start = 0; start < records.length; start += atOnce) {
    report.add(await importer.put(records.slice(start, start + atOnce)))
    options.signal?.throwIfAborted()
  }
}

/** Visibility depends on the configuration, which therefore comes before all bugs. */
async function bringConfiguration(run: Run, tracker: Tracker, { isOwn }: DatabaseState) {
  const { reading, people, options, meter } = run
  meter.begin('set-up')
  await putAll(run, people.groups)
  await putAll(run, people.inheriting)
  if (isOwn) {
    const { params, orGroups } = options
    const parameters = params ? parametersOf(params) : orGroups === undefined ? {} : { or_groups: orGroups ? '1' : '0' }
    await keepParameters(tracker, parameters, reading.tell)
  }
  meter.begin('people', people.users.length)
  await putAll(run, people.users)
  meter.begin('products')
  const setUp = await readSetUp(reading, people)
  await putAll(run, people.takeGone())
  for (const records of setUp.records) await putAll(run, records)
  if (isOwn) await retireValues(tracker, (field, name) => setUp.hasValue(field, name))
  return setUp
}

async function bringPersonal(run: Run, bugIds: ReadonlySet<number>): Promise<void> {
  const { reading, people, options, meter } = run
  const { passwords = true, personal = true } = options
  const records = await readPersonal(reading, people, { passwords, personal, bugIds })
  await putAll(run, people.takeGone())
  meter.begin('people', records.length)
  await putAll(run, records)
}
