// Fills an empty store with a tracker like those that have been in use for years.
import { createTracker, type Tracker } from '@trackerkit/core'
import type { TrackerSchema, Writer } from '@trackerkit/core/schema'
import type { Store } from '@trackerkit/core/store'
import { makeBug, type Bug } from './bugs.js'
import { createRandom } from './random.js'
import { furnish, start } from './setting.js'
import type { Size } from './sizes.js'
import { createWriter } from './texts.js'

/** How many rows of bugs and comments are in memory, and in one transaction, at a time. */
const batchSize = 5_000

export interface CorpusOptions {
  readonly size: Size
  /** The same seed makes the same corpus. */
  readonly seed: number
  /** Hears after every batch how many bugs there are. */
  readonly progress?: (bugs: number) => void
}

export interface Corpus {
  /** On the filled store; closing it closes the store. */
  readonly tracker: Tracker
  /** How many there are. */
  readonly comments: number
}

/** Writes straight through the store, which nobody else uses meanwhile. */
export async function fillCorpus(store: Store, { size, seed, progress }: CorpusOptions): Promise<Corpus> {
  const tracker = await createTracker({ store, clock: () => start })
  const raw = store as unknown as Store<TrackerSchema>
  const random = createRandom(seed)
  const writer = createWriter(random)
  const setting = await furnish(tracker, raw, size, random, writer)
  const workshop = { random, writer, setting, bugs: size.bugs }
  let comments = 0
  let batch: Bug[] = []
  let rows = 0
  for (let id = 1; id <= size.bugs; id++) {
    const bug = makeBug(workshop, id)
    batch.push(bug)
    rows += 1 + bug.comments.length
    comments += bug.comments.length
    if (rows < batchSize && id < size.bugs) continue
    const full = batch
    await raw.write((tx) => addBugs(tx, full))
    progress?.(id)
    batch = []
    rows = 0
  }
  return { tracker, comments }
}

async function addBugs(tx: Writer, bugs: readonly Bug[]): Promise<void> {
  const ofAll = <T extends object>(rowsOf: (bug: Bug) => readonly T[]) =>
    bugs.flatMap((bug) => rowsOf(bug).map((row) => ({ bug_id: bug.row.id, ...row })))
  await tx.insert(
    'bugs',
    bugs.map((bug) => bug.row),
  )
  await tx.insert(
    'comments',
    ofAll((bug) => bug.comments),
  )
  await tx.insert(
    'bug_history',
    ofAll((bug) => bug.history),
  )
  await tx.insert(
    'bug_cc',
    ofAll((bug) => bug.cc.map((user_id) => ({ user_id }))),
  )
  await tx.insert(
    'bug_keywords',
    ofAll((bug) => bug.keywords.map((keyword_id) => ({ keyword_id }))),
  )
  await tx.insert(
    'bug_groups',
    ofAll((bug) => bug.groups.map((group_id) => ({ group_id }))),
  )
  await tx.insert(
    'bug_dependencies',
    ofAll((bug) => bug.depends_on.map((depends_on_id) => ({ depends_on_id }))),
  )
}
