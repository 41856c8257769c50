// Passes over bugs: all of them, then those that have changed. Each batch is written with how far the pass has come.
import type { Importer, PutResult } from '@trackerkit/core/moving'
import { fold } from '@trackerkit/core/store'
import type { ReportBuilder } from '../passes/report.js'
import { createPace, type Pace } from '../http/pace.js'
import { pause } from '../http/pause.js'
import { addFailed } from '../passes/import-into.js'
import type { Meter } from '../report/progress.js'
import { readAliasOwners, readBugIds, readCircles, type Context } from './bug-context.js'
import { lowestNumber, readRange, type Batch, type Range } from './bugs.js'
import { importContents, type ContentTarget } from './contents.js'
import { highestId, type Reading } from './context.js'
import { scopeOf, type BugzillaDbOptions } from './options.js'
import { mayStoreFiles } from './parameters.js'
import type { People } from './people.js'
import type { Configuration } from './configuration.js'
import type { DatabasePass, DatabaseState, Mark } from './state.js'
import { numberOf, plainText } from './text.js'

/** The state of one run. */
export interface Run {
  readonly reading: Reading
  readonly people: People
  readonly importer: Importer
  readonly report: ReportBuilder
  readonly meter: Meter
  readonly options: BugzillaDbOptions
  readonly pace: Pace
  readonly totals: ReadonlyMap<string, number>
  /** True if a pass over all bugs was completed in one snapshot, so all rows are counted. */
  isCounted?: boolean
}

/** Returns the numbers of all bugs of the source. */
export async function importBugs(
  run: Run,
  configuration: Configuration,
  begin: DatabaseState,
): Promise<ReadonlySet<number>> {
  const { reading, options, importer } = run
  const all = await readBugIds(reading)
  const bugIds = new Set(all.filter((id) => id > 0 && id <= highestId))
  const context: Context = {
    ...reading,
    ...{ people: run.people, configuration, bugIds, firstFree: begin.firstFree, circular: await readCircles(reading) },
    aliasOwners: await readAliasOwners(reading, bugIds),
    dangling(table, count) {
      reading.ledger.add(table, 'mended', count)
      if (count > 0) reading.addNote({ kind: table, id: 'rows', problem: `${count} rows refer to missing bugs` })
    },
  }
  const scope = scopeOf(options)
  // A run that compares all bugs does not resume one that read only changes.
  const resumes = begin.pass !== null && begin.scope === scope && !(options.full && begin.pass.since)
  const startsOver = !resumes && (options.full || begin.scope !== scope || begin.finished === null)
  const started = await readMark(run)
  let state = startsOver ? { ...begin, scope, pass: freshPass(null, started) } : begin
  state = await retryFailed(run, context, state)
  const isWhole = state.pass?.since === null && state.pass.after === 0
  if (state.pass) state = await finishPass(run, context, state)
  // One snapshot has all of it. After an interruption, bugs may have changed since the first one.
  if (isWhole) run.isCounted = !isSelective(options) && state.failed.bugs.length === 0
  else if (state.finished)
    state = await finishPass(run, context, { ...state, pass: freshPass(state.finished, started) })
  await importer.put([], state)
  await reportGone(run, new Set(all))
  return bugIds
}

/** Names bugs that were imported and are no longer in the source. Nothing is deleted. */
async function reportGone({ importer, reading }: Run, there: ReadonlySet<number>): Promise<void> {
  for (let after = 0; ;) {
    const imported = await importer.imported(after)
    const last = imported.at(-1)
    if (last === undefined) return
    after = last
    const gone = imported.filter((id) => !there.has(id))
    for (const id of await importer.bugs(gone))
      reading.addNote({ kind: 'bug', id, problem: 'it is no longer in the source; it stays here' })
  }
}

function isSelective({ onlyProducts = [], since }: BugzillaDbOptions): boolean {
  return onlyProducts.length > 0 || since !== undefined
}

function freshPass(since: Mark | null, started: Mark): DatabasePass {
  return { after: 0, since, started, pending: [] }
}

/** Reads the time of the last write. Later changes are before a time in the future. */
async function readMark({ reading }: Run): Promise<Mark> {
  const now = reading.zone.write(reading.now)
  const [bugs] = await reading.source.rows('SELECT MAX(delta_ts) AS t FROM bugs WHERE delta_ts <= ?', [now])
  const [tags] = reading.tables.has('longdescs_tags_activity')
    ? await reading.source.rows('SELECT MAX(id) AS n FROM longdescs_tags_activity')
    : []
  return { delta: plainText(bugs?.['t']), tags: numberOf(tags?.['n']) }
}

/**
 * Milliseconds: a pass may have missed changes made while it began, and when clocks are set back by an hour, changes
 * after that have earlier times.
 */
const overlap = 3_900_000

/** The numbers of the bugs of a pass that have not come yet. */
async function idsOf(
  { reading, options }: Run,
  configuration: Configuration,
  { after, since }: DatabasePass,
): Promise<number[]> {
  const wanted = (options.onlyProducts ?? []).map(fold)
  const conditions = ['bug_id > ?']
  const values: string[] = [String(after)]
  if (since) {
    const time = Date.parse(`${since.delta.replace(' ', 'T')}Z`)
    const from = Number.isNaN(time) ? '' : new Date(time - overlap).toISOString().slice(0, 19).replace('T', ' ')
    const tagged = reading.tables.has('longdescs_tags_activity')
      ? ' OR bug_id IN (SELECT bug_id FROM longdescs_tags_activity WHERE id > ?)'
      : ''
    conditions.push(`(delta_ts >= ?${tagged})`)
    values.push(from === '' ? '1000-01-01 00:00:00' : from)
    if (tagged !== '') values.push(String(since.tags))
  }
  if (options.since) {
    conditions.push('delta_ts >= ?')
    values.push(reading.zone.write(options.since))
  }
  if (wanted.length > 0) {
    const products = [...configuration.products].filter(([, { name }]) => wanted.includes(fold(name)))
    conditions.push(`product_id IN (${[-1, ...products.map(([id]) => id)].join(', ')})`)
  }
  return readBugIds(reading, conditions, values)
}

const atOnce = 500
const highest = 2_147_483_647

/** Batches without gaps between their numbers, or those of the given bugs. */
function rangesOf(ids: readonly number[], isWhole: boolean, after: number): Range[] {
  const ranges: Range[] = []
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce)
    const isLast = start + atOnce >= ids.length
    const from = ids[start - 1] ?? (after === 0 ? lowestNumber : after)
    ranges.push({ ids: some, ...(isWhole && { between: [from, isLast ? highest : (some.at(-1) ?? 0)] }) })
  }
  return ranges.length === 0 && isWhole && after === 0 ? [{ ids: [], between: [lowestNumber, highest] }] : ranges
}

async function finishPass(run: Run, context: Context, begin: DatabaseState): Promise<DatabaseState> {
  const { meter, options, importer, report } = run
  const { pass } = begin
  if (!pass) return begin
  const ids = await idsOf(run, context.configuration, pass)
  const isWhole = pass.since === null && !isSelective(options)
  meter.begin(pass.since ? 'changes' : 'bugs', ids.length)
  let state: DatabaseState = begin
  const importPending = async (pending: readonly number[]) => {
    if (options.attachments === false) return
    const failed = await importContents(contentTarget(run), pending)
    if (failed.length > 0) state = { ...state, failed: addFailed(state.failed, { attachments: failed }) }
  }
  await importPending(pass.pending)
  for (const range of rangesOf(ids, isWhole, pass.after)) {
    await waitForTurn(run)
    for await (const batch of readRange(context, range)) {
      const after = batch.ids.at(-1) ?? state.pass?.after ?? 0
      const next: DatabaseState = {
        ...state,
        pass: { ...pass, after, pending: [...batch.attachments] },
        failed: addFailed(state.failed, { bugs: batch.failed.map(({ id }) => id) }),
      }
      const results = await importer.put([...run.people.takeGone(), ...batch.records], next)
      report.add([...results, ...refusedOf(batch)])
      count(context, batch, results.slice(results.length - batch.records.length))
      state = next
      await importPending(batch.attachments)
      meter.add(batch.ids.length)
      options.signal?.throwIfAborted()
    }
  }
  return { ...state, pass: null, finished: pass.started }
}

/** Milliseconds after which a snapshot is a burden for the source. */
const longestSnapshot = 3_600_000

/** Waits until the next batch may be read. */
async function waitForTurn({ pace, reading }: Run): Promise<void> {
  await pace.run(() => Promise.resolve())
  if (Date.now() - reading.source.taken().getTime() > longestSnapshot)
    reading.addNote({
      kind: 'source',
      id: 'snapshot',
      problem: 'is older than 60 minutes: a database that is written to keeps all that has changed since',
    })
}

/** Lets batches begin, at most `rate` in a second. */
export function batchPace({ rate = Infinity, signal }: BugzillaDbOptions): Pace {
  return createPace({ concurrency: 1, rate, pause: (time) => pause(time, signal) })
}

/** Rows of bugs that were refused did not come. `results` are those of the records of the batch, in their order. */
function count({ ledger }: Context, { rows, records }: Batch, results: readonly PutResult[]): void {
  for (const [index, { id }] of records.entries()) {
    const fate = results[index]?.outcome === 'refused' ? 'refused' : 'brought'
    for (const [table, number] of rows.get(id) ?? []) ledger.add(table, fate, number)
  }
}

function refusedOf({ failed }: Batch): PutResult[] {
  return failed.map(({ id, problem }) => ({ kind: 'bug', id, outcome: 'refused', problems: [problem] }))
}

function contentTarget({ reading, importer, report, options }: Run): ContentTarget {
  const most = options.maxAttachment ?? 100_000_000
  const { attachmentsFolder: folder, params, signal } = options
  return { reading, importer, report, folder, mayBeFiles: mayStoreFiles(params), most, signal }
}

/** Tries again the bugs that an earlier run could not read. */
async function retryFailed(run: Run, context: Context, state: DatabaseState): Promise<DatabaseState> {
  const { bugs, attachments } = state.failed
  if (bugs.length + attachments.length === 0) return state
  const wanted = run.options.attachments !== false
  let failed: DatabaseState['failed'] = { bugs: [], attachments: [] }
  for (const range of rangesOf(bugs, false, 0)) {
    await waitForTurn(run)
    for await (const batch of readRange(context, range)) {
      run.report.add(await run.importer.put([...run.people.takeGone(), ...batch.records]))
      run.report.add(refusedOf(batch))
      failed = addFailed(failed, {
        bugs: batch.failed.map(({ id }) => id),
        attachments: wanted ? await importContents(contentTarget(run), batch.attachments) : [],
      })
    }
  }
  // Without contents in this run, a later one tries these again.
  const missing = wanted ? await importContents(contentTarget(run), attachments) : attachments
  failed = addFailed(failed, { attachments: missing })
  return { ...state, failed }
}
