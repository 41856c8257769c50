import { createTracker, type Tracker } from '@trackerkit/core'
import type { Importer } from '@trackerkit/core/moving'
import { fold, type Store } from '@trackerkit/core/store'
import { createAsker, type Asker } from './ask.js'
import { importAttachments } from './import-contents.js'
import { connect, type SourceFacts } from './connect.js'
import { guessControls } from './group-controls.js'
import { createKnown, type Known } from './known.js'
import { createNotes, type AddNote } from '../passes/notes.js'
import type { BugzillaOptions } from './options.js'
import { examineTarget, importInto } from '../passes/import-into.js'
import { keepParameters, retireValues } from '../passes/own-tracker.js'
import { createPeople, type People } from './people.js'
import { createMeter, type Meter } from '../report/progress.js'
import { readBatches, readBatchesOf, type BugSource } from './read-batches.js'
import { countBugs, type BugCriteria } from './read-bugs.js'
import { readConfiguration, visibleParameters } from './read-configuration.js'
import { readProductNames } from './read-products.js'
import { createReport, type BugzillaReport, type ReportBuilder } from '../passes/report.js'
import { requireProducts } from '../passes/require-products.js'
import { requireAllGroups } from '../passes/visibility.js'
import { runPass, type PassTarget } from './run-pass.js'
import { SourceError } from '../report/source-error.js'
import { freshState, readState, type ImportState } from './state.js'

/** A source that has been looked at, and can be imported. */
export interface BugzillaSource {
  readonly facts: SourceFacts
  readonly asker: Asker
  readonly options: BugzillaOptions
}

/**
 * Examines a tracker before an import: its version, whether it accepts the key and has the selected products, and whether
 * the account can list users.
 *
 * @throws SourceError with the obstacle; nothing has been written
 * @example
 * const source = await openBugzilla({ url: 'https://bugs.example.org/', apiKey: 'abc' })
 * console.log(source.facts.version)
 */
export async function openBugzilla(options: BugzillaOptions): Promise<BugzillaSource> {
  const asker = createAsker(options)
  const facts = await connect(asker, options.apiKey !== undefined)
  if (!facts.account?.editsUsers && !options.peopleFromBugs)
    throw new SourceError(
      `${asker.url} does not list all users to the account ${facts.account?.login ?? 'in use'}: use a key of an account with editusers, or pass --people-from-bugs to import without groups and disabled accounts`,
    )
  if (options.onlyProducts?.length) requireProducts(options.onlyProducts, await readProductNames(asker))
  return { asker, facts, options }
}

/** The last pass may have missed changes made while it began. */
const overlap = 300_000

/**
 * Imports a tracker into a store, which gets a tracker when it has none, with the account of the API key as administrator. The
 * same again resumes where it was interrupted, and after its end imports later changes.
 *
 * @throws SourceError if the target has bugs from elsewhere; import_busy; AskError if a request to the source fails; the reason of
 * the signal
 * @example
 * const source = await openBugzilla({ url: 'https://bugs.example.org/', apiKey: 'abc' })
 * const { counts, notes } = await importBugzilla(source, store)
 */
export async function importBugzilla({ asker, facts, options }: BugzillaSource, store: Store): Promise<BugzillaReport> {
  const began = Date.now()
  const tracker = await openTarget(store, facts, options)
  const target = await examineTarget(asker.url, options, store)
  const state = readState(target.kept) ?? freshState(tracker.isNew, scopeOf(options))
  if (!state.isOwn && facts.parameters['or_groups'] !== '1') await requireAllGroups(tracker)
  return importInto(store, { target, options, state }, async (importer) => {
    const report = createReport(options.onNote ?? (() => undefined))
    const run = createRun({ asker, facts, options, importer, tracker, report })
    const { hidden } = await run(state)
    const ranges = hidden.ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`))
    return report.done({
      source: asker.url,
      version: facts.version,
      hidden: { count: hidden.count, ranges },
      requests: asker.requests(),
      seconds: (Date.now() - began) / 1000,
    })
  })
}

/**
 * A new tracker starts with the importing account under its ID at the source, so that no other user gets that
 * ID.
 */
async function openTarget(
  store: Store,
  { account }: SourceFacts,
  { password, onNew }: BugzillaOptions,
): Promise<Tracker> {
  const login = account?.login.includes('@') ? account.login : 'admin@example.com'
  const known = account && { id: account.id, real_name: account.realName || 'Administrator' }
  const administrator = { login, ...known, ...(password !== undefined && { password }) }
  return createTracker({ store, administrator, beforeSetUp: () => onNew?.(login) })
}

/** The selection of bugs: if that changes, all are read again. */
function scopeOf({ onlyProducts = [], since }: BugzillaOptions): string {
  return JSON.stringify([onlyProducts.map(fold).toSorted(), since ?? null])
}

interface RunParts {
  readonly asker: Asker
  readonly facts: SourceFacts
  readonly options: BugzillaOptions
  readonly importer: Importer
  readonly tracker: Tracker
  readonly report: ReportBuilder
}

interface Run extends RunParts {
  readonly addNote: AddNote
  readonly known: Known
  readonly people: People
  readonly meter: Meter
  readonly target: PassTarget
  readonly bugs: BugSource
}

function createRun(parts: RunParts): (state: ImportState) => Promise<ImportState> {
  const { asker, facts, options, importer, report } = parts
  const addNote = createNotes(report.note)
  const known = createKnown(facts.account?.login ?? 'admin@example.com')
  const people = createPeople(asker, { account: facts.account, emailDomain: options.emailDomain }, addNote)
  const meter = createMeter(options.onProgress ?? (() => undefined))
  const concurrency = options.concurrency ?? 4
  const { whole } = people
  const context = { known, whole, keepsUnknown: options.keepUnknown ?? false, addNote }
  const target: PassTarget = {
    asker,
    importer,
    report,
    addNote,
    concurrency,
    meter,
    signal: options.signal,
    bringsContents: options.attachments ?? true,
    countsHidden: (options.onlyProducts ?? []).length === 0,
  }
  const run: Run = { ...parts, addNote, known, people, meter, target, bugs: { asker, people, context } }
  return async (state) => {
    await importConfiguration(run, state)
    const retried = await retryFailed(run, state)
    return importBugs(run, retried)
  }
}

async function importConfiguration(run: Run, { isOwn }: ImportState): Promise<void> {
  const { asker, facts, known, people, meter, options, importer, report, tracker, addNote } = run
  const fallbackOwner = facts.account?.login ?? 'admin@example.com'
  for await (const records of readConfiguration(
    { asker, facts, known, people, meter, fallbackOwner, options },
    addNote,
  )) {
    report.add(await importer.put(records))
    options.signal?.throwIfAborted()
  }
  if (options.groupControls) report.add(await importer.put(options.groupControls))
  if (!isOwn) return
  await keepParameters(tracker, visibleParameters(facts, addNote), addNote)
  await retireValues(tracker, known.hasValue)
}

/** Tries again the bugs that an earlier run could not read. */
async function retryFailed(run: Run, state: ImportState): Promise<ImportState> {
  const { bugs, attachments } = state.failed
  const pending = new Set([...attachments, ...(state.pass?.pending ?? [])])
  let next: ImportState = { ...state, failed: { bugs: [], attachments: [] } }
  if (run.target.bringsContents && pending.size > 0) {
    const failed = await importAttachments(run.target, new Map(Array.from(pending, (id) => [id, undefined])))
    next = { ...next, failed: { bugs: [], attachments: failed } }
  }
  if (bugs.length === 0) return next
  const { pass } = next
  const after = await runPass(run.target, { ...next, pass: null }, readBatchesOf(run.bugs, bugs))
  return { ...after, pass }
}

async function importBugs(run: Run, begin: ImportState): Promise<ImportState> {
  const { facts, options, importer } = run
  const scope = scopeOf(options)
  const isAnew = options.full || begin.scope !== scope || (begin.pass === null && begin.finished === null)
  const now = facts.time.toISOString()
  const whole = { after: 0, since: options.since?.toISOString() ?? null, started: now, pending: [] }
  let state: ImportState = begin
  if (isAnew && !(options.full && begin.pass))
    state = { ...freshState(begin.isOwn, scope), failed: begin.failed, pass: whole }
  if (state.pass) state = await finishPass(run, state)
  // Changes at the source during the import and since the last run.
  const since = new Date(Date.parse(state.finished ?? now) - overlap).toISOString()
  state = await finishPass(run, { ...state, pass: { after: 0, since, started: now, pending: [] } })
  await importer.put([], state)
  return state
}

async function finishPass(run: Run, begin: ImportState): Promise<ImportState> {
  const { asker, options, meter, importer, report, addNote } = run
  const { pass } = begin
  if (!pass) return begin
  const changedSince = pass.since === null ? undefined : new Date(pass.since)
  const criteria: BugCriteria = { products: options.onlyProducts ?? [], changedSince }
  meter.begin(changedSince ? 'changes' : 'bugs', await countBugs(asker, criteria))
  const read = await runPass(run.target, begin, readBatches(run.bugs, criteria, pass.after))
  for (const [id, to] of read.forward)
    addNote({ kind: 'bug', id, problem: `its link to bug ${to} is omitted: that bug was not imported` })
  const state = { ...read, pass: null, finished: pass.started, forward: [] }
  if (pass.since === null && begin.isOwn)
    report.add(await importer.put(guessControls(state.tally, options.groupControls ?? [], addNote)))
  await importer.put([], state)
  return state
}
