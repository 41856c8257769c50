import { createTracker, isTrackerError, type Tracker } from '@trackerkit/core'
import type { Rule } from '@trackerkit/core/rules'
import { openImporter, type Importer, type PutResult } from '@trackerkit/core/moving'
import { fold, type Store, type Json } from '@trackerkit/core/store'
import { AskError } from '../http/ask-error.js'
import { createMeter, type Progress } from '../report/progress.js'
import { SourceError } from '../report/source-error.js'
import { usualIn, type Usual } from '../report/defaults.js'
import { placesAtImport } from '../report/groups.js'
import { eventAnswer, issueAnswer, type Issue, type IssueEvent } from './answers.js'
import { createGithubAsker, type GithubAsker, type GithubAskOptions } from './ask.js'
import { issueRecord, keywordsOf, milestoneOf, numbersOf, peopleOf } from './issue-record.js'

/** Options of an import from GitHub. */
export interface GithubOptions extends GithubAskOptions {
  /** The product that the bugs get into. */
  readonly product: string
  /** Its component. Default: the first one. */
  readonly component?: string | undefined
  /** Compare all issues, not only those changed since the last run. */
  readonly full?: boolean | undefined
  /** Import bugs again that were changed here since the last import. Overwrites these changes. */
  readonly overwrite?: boolean | undefined
  /** Rules of the tracker. Bugs that one rejects are not imported. */
  readonly rules?: readonly Rule[] | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Result of the import. */
export interface GithubReport {
  readonly counts: Readonly<Record<PutResult['outcome'], number>>
  /** Difference between the ID of a bug and its issue number: 0 if the tracker had no bugs. */
  readonly base: number
  /** By the number of the issue; at most 1,000. */
  readonly problems: readonly { readonly issue: number; readonly problem: string }[]
}

/** State kept between runs. */
type State = {
  readonly base: number
  /** The product and component of the bugs. */
  readonly place: string
  /** Issues that have not changed since are as they are here; null before all have come. */
  readonly since: string | null
  /** The run that has not come to its end. */
  readonly run: {
    readonly began: string
    /** When the last imported issue was created; empty at first. */
    readonly created: string
    readonly hasRefused: boolean
  } | null
}

const atOnce = 50
/** The most characters in memory: of one issue, and of those that are written together. */
const mostCharacters = 50_000_000
const mostEvents = 50_000
const mostProblems = 1000
/** Overlap with the previous run in milliseconds, because GitHub's responses may lag behind. */
const overlap = 300_000

/**
 * Imports the issues of a repository at GitHub with their comments, labels, milestones and times of closing, but not
 * its pull requests. People become disabled accounts, `LOGIN@github.invalid`. An interrupted import continues; the next
 * run imports changes since then.
 *
 * @throws SourceError, before anything is written, for a product or component that there is not; AskError where
 * GitHub does not answer,
 *   or says no; import_busy; the reason of the signal
 * @example
 * const { counts } = await importGithub(store, { repo: 'octocat/hello-world', product: 'Widgets' })
 */
export async function importGithub(store: Store, options: GithubOptions): Promise<GithubReport> {
  const { repo, overwrite = false, rules = [], signal } = options
  if (!/^[\w.-]+\/[\w.-]+$/.test(repo) || /\/\.{1,2}$/.test(repo))
    throw new SourceError(`'${repo}' is not a repository such as octocat/hello-world`)
  const asker = createGithubAsker(options)
  const tracker = await createTracker({ store })
  const usual = await usualIn(tracker, options, new Date().toISOString())
  const began = new Date((await asker.now()).getTime() - overlap).toISOString()
  const importer = await openImporter(store, { source: asker.url, overwrite, rules })
  try {
    const state = begin(importer.state, {
      ...options,
      component: usual.component,
      began,
      next: await importer.nextBug(),
    })
    const report = createReport(state.base)
    const target = {
      issuer: issuerOf(options),
      overwrite,
      importer,
      usual,
      names: await namesIn(tracker, usual),
      report,
      tracker,
      state,
    }
    const meter = createMeter((progress) => options.onProgress?.(progress))
    meter.begin('bugs')
    for await (const issues of issuesOf(asker, state)) {
      signal?.throwIfAborted()
      await putIssues(target, issues)
      meter.add(issues.length)
    }
    const { run, since } = target.state
    // One that was refused is looked at again.
    await importer.put([], { ...target.state, since: run?.hasRefused ? since : (run?.began ?? since), run: null })
    return report.done()
  } finally {
    await importer.close()
  }
}

/** As the provider `github` has it: the service, or the address of an Enterprise Server. */
function issuerOf({ apiUrl = 'https://api.github.com/' }: GithubOptions): string {
  const { origin, host } = new URL(apiUrl)
  return host === 'api.github.com' ? 'https://github.com' : origin
}

interface Beginning extends Pick<GithubOptions, 'product' | 'full'> {
  readonly component: string
  readonly began: string
  /** The number that the next bug has. */
  readonly next: number
}

type Running = State & { readonly run: NonNullable<State['run']> }

/** The state of this run, from that of the last one. */
function begin(kept: Json, { product, component, full = false, began, next }: Beginning): Running {
  const place = fold(`${product}/${component}`)
  const fresh = { began, created: '', hasRefused: false }
  const before = kept as State | null
  if (before === null) return { base: next - 1, place, since: null, run: fresh }
  if (before.place !== place || full) return { base: before.base, place, since: null, run: fresh }
  // Runs of earlier versions have no `created`.
  return { ...before, run: { ...fresh, ...before.run } }
}

interface IssueWithEvents {
  readonly issue: Issue
  readonly events: readonly IssueEvent[]
}

/**
 * Issues that this run has not imported yet, with their events, in the order of their creation. Their numbers may have
 * another order, because transferred issues get new ones.
 */
async function* issuesOf(asker: GithubAsker, { since, run }: Running): AsyncGenerator<IssueWithEvents[]> {
  // New issues are added at the end, and changed ones keep their place.
  const query = { state: 'all', sort: 'created', direction: 'asc', ...(since !== null && { since }) }
  let [issues, characters]: [IssueWithEvents[], number] = [[], 0]
  for await (const page of asker.pages('issues', issueAnswer, query))
    for (const issue of page) {
      if (issue.pull_request || issue.created_at < run.created) continue
      const events = await eventsOf(asker, issue)
      issues.push({ issue, events })
      characters += charactersIn(events) + (issue.body?.length ?? 0)
      if (issues.length < atOnce && characters < mostCharacters) continue
      yield issues
      ;[issues, characters] = [[], 0]
    }
  if (issues.length > 0) yield issues
}

const charactersIn = (events: readonly IssueEvent[]) => events.reduce((sum, { body }) => sum + (body?.length ?? 0), 0)

async function eventsOf(asker: GithubAsker, { number, comments, state, state_reason }: Issue): Promise<IssueEvent[]> {
  // Without changes, no events are needed.
  if (comments === 0 && state === 'open' && state_reason !== 'reopened') return []
  const events: IssueEvent[] = []
  let characters = 0
  for await (const page of asker.pages(`issues/${number}/timeline`, eventAnswer)) {
    const relevant = page.filter(({ event }) => event === 'commented' || event === 'closed' || event === 'reopened')
    characters += charactersIn(relevant)
    if (characters > mostCharacters || events.length + relevant.length > mostEvents)
      throw new AskError(
        'refused',
        `issue ${number} has more than ${mostEvents} events or ${mostCharacters} characters of comments`,
      )
    events.push(...relevant)
  }
  return events
}

interface Target {
  readonly tracker: Tracker
  readonly importer: Importer
  readonly usual: Usual
  /** Under which identities of GitHub, or of an Enterprise Server, are kept. */
  readonly issuer: string
  readonly overwrite: boolean
  readonly names: Names
  readonly report: ReturnType<typeof createReport>
  state: Running
}

async function putIssues(target: Target, issues: readonly IssueWithEvents[]): Promise<void> {
  const { tracker, importer, usual, names, report, state, issuer } = target
  for (const { issue } of issues) {
    const name = milestoneOf(issue)
    if (name !== undefined && names.isNew('milestone', name)) await createMilestone(tracker, usual.product, name)
  }
  const { base } = state
  const ids = issues.map(({ issue }) => base + issue.number)
  const places = new Map(await placesAtImport(tracker, importer, ids))
  // Overwritten bugs must not leave groups that have become mandatory since.
  if (target.overwrite)
    for (const [id, { product, groups }] of places)
      places.set(id, { product, groups: [...new Set([...groups, ...usual.mandatoryGroups])].toSorted() })
  const bugs = issues.map(({ issue, events }) => issueRecord(issue, events, usual, { base, places }))
  const numbers = new Map(issues.flatMap(({ issue, events }) => [...numbersOf(issue, events)]))
  const records = [
    ...issues.flatMap(({ issue }) => keywordsOf(issue)).filter(({ name }) => names.isNew('keyword', name)),
    ...bugs.flatMap((bug) => peopleOf(bug, { issuer, numbers })).filter(({ name }) => names.isNew('person', name)),
  ]
  const created = issues.at(-1)?.issue.created_at ?? state.run.created
  await importer.put(records)
  const results = await importer.put(bugs)
  for (const [index, result] of results.entries()) report.add(issues[index]?.issue.number ?? 0, result)
  const hasRefused = state.run.hasRefused || results.some(({ outcome }) => outcome === 'refused')
  target.state = { ...state, run: { ...state.run, created, hasRefused } }
  // Repeated reads after an interruption give the same result.
  await importer.put([], target.state)
}

async function createMilestone(tracker: Tracker, product: string, name: string): Promise<void> {
  try {
    await tracker.asSystem().milestones.create({ product, name })
  } catch (error) {
    // Bugs with this value are rejected, and reported.
    if (!isTrackerError(error)) throw error
  }
}

type Names = Awaited<ReturnType<typeof namesIn>>

/** Existing objects, which are not created again. */
async function namesIn(tracker: Tracker, { product: name }: Usual) {
  const system = tracker.asSystem()
  const { keywords } = await system.keywords.get()
  const { products } = await system.products.get({ names: [name] })
  const keyOf = (kind: string, given: string) => `${kind} ${fold(given)}`
  const all = new Set([
    ...keywords.map((keyword) => keyOf('keyword', keyword.name)),
    ...(products[0]?.milestones ?? []).map((milestone) => keyOf('milestone', milestone.name)),
  ])
  return {
    isNew(kind: 'keyword' | 'milestone' | 'person', given: string): boolean {
      const { size } = all
      return all.add(keyOf(kind, given)).size > size
    },
  }
}

function createReport(base: number) {
  const counts: Record<PutResult['outcome'], number> = { created: 0, replaced: 0, same: 0, refused: 0 }
  const problems: GithubReport['problems'][number][] = []
  return {
    add(issue: number, { outcome, problems: all }: PutResult) {
      counts[outcome]++
      for (const problem of all) if (problems.length < mostProblems) problems.push({ issue, problem })
    },
    done: (): GithubReport => ({ counts, base, problems }),
  }
}
