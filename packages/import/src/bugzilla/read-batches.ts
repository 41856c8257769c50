// Reads bugs with all their parts in batches, in the order of their IDs, ahead of the batch that is being written.
import type { TrackerRecord } from '@trackerkit/core/moving'
import type { BugAnswer } from './answers.js'
import type { Asker } from './ask.js'
import { AskError } from '../http/ask-error.js'
import { bugRecord, type BugContext } from './bug-record.js'
import type { BugRecord } from './known.js'
import type { People } from './people.js'
import { createPageReader, readBugs, type BugCriteria, type BugPage } from './read-bugs.js'
import { createPartReader, type PartReader } from './read-parts.js'

/** Bugs whose parts are requested at once. */
const atOnce = 100
/** Unreadable bugs in a row after which the import fails. */
const mostFailures = 50

/** Bugs with all that they need. */
export interface BugBatch {
  /** People and other missing names of the bugs, then the bugs. */
  readonly records: readonly TrackerRecord[]
  readonly bugs: readonly BugRecord[]
  /** Attachments with contents, and their sizes if known. */
  readonly attachments: ReadonlyMap<number, number | undefined>
  /** IDs of bugs that could not be read. */
  readonly failed: readonly number[]
  /** IDs of all existing bugs, read or not. */
  readonly ids: readonly number[]
}

/** Dependencies of reading bugs. */
export interface BugSource {
  readonly asker: Asker
  readonly people: People
  readonly context: BugContext
}

/** Reads all bugs above an ID in batches, each while the one before is written. */
export async function* readBatches(source: BugSource, criteria: BugCriteria, after: number): AsyncGenerator<BugBatch> {
  yield* inOrder(pagesAfter(source.asker, criteria, after), source)
}

/** Reads bugs by their IDs, in batches. */
export async function* readBatchesOf(source: BugSource, ids: readonly number[]): AsyncGenerator<BugBatch> {
  async function* pages() {
    for (let from = 0; from < ids.length; from += atOnce) {
      yield await readBugs(source.asker, ids.slice(from, from + atOnce))
    }
  }
  yield* inOrder(pages(), source)
}

async function* pagesAfter(asker: Asker, criteria: BugCriteria, after: number): AsyncGenerator<BugPage> {
  const reader = createPageReader(asker, criteria)
  // Fetch the next page while this one is processed.
  let next = reader.read(after)
  for (;;) {
    const page = await next
    if (!page) return
    next = reader.read(page.last)
    // The awaiting code gets the error.
    next.catch(() => undefined)
    yield page
  }
}

type Slice = Pick<BugPage, 'bugs' | 'unreadable'>

async function* inOrder(pages: AsyncIterable<BugPage>, source: BugSource): AsyncGenerator<BugBatch> {
  const parts = createPartReader(source.asker)
  const ahead: Promise<ReadSlice>[] = []
  let failures = 0
  const take = async () => {
    const read = await ahead.shift()!
    failures = read.whole.length > 0 ? 0 : failures + read.failed.length
    if (failures > mostFailures)
      throw new AskError('broken', `the last ${failures} bugs could not be read: ${read.failed[0]?.problem}`)
    return makeBatch(read, source)
  }
  for await (const page of pages)
    for (const slice of slicesOf(page)) {
      const reading = readSlice(slice, parts)
      reading.catch(() => undefined)
      ahead.push(reading)
      if (ahead.length > 1) yield await take()
    }
  while (ahead.length > 0) yield await take()
}

function* slicesOf({ bugs, unreadable }: BugPage): Generator<Slice> {
  for (let from = 0; from < bugs.length; from += atOnce)
    yield { bugs: bugs.slice(from, from + atOnce), unreadable: from === 0 ? unreadable : [] }
  if (bugs.length === 0) yield { bugs: [], unreadable }
}

interface ReadSlice {
  readonly ids: readonly number[]
  readonly whole: Awaited<ReturnType<PartReader['read']>>
  readonly failed: readonly { readonly id: number; readonly problem: string }[]
}

async function readSlice({ bugs, unreadable }: Slice, parts: PartReader): Promise<ReadSlice> {
  const failed = [...unreadable]
  const whole = await parts.read(bugs, (id, { message }) => failed.push({ id, problem: message }))
  const ids = [...bugs, ...unreadable].map(({ id }) => id)
  return { ids: ids.toSorted((a, b) => a - b), whole, failed }
}

async function makeBatch({ ids, whole, failed }: ReadSlice, { context, people }: BugSource): Promise<BugBatch> {
  for (const { id, problem } of failed)
    context.addNote({ kind: 'bug', id, problem: `it could not be read: ${problem}` })
  const bugs = whole.map((one) => bugRecord(one, context))
  const users = await people.missingOf([
    ...new Set(whole.flatMap(({ bug }) => loginsOf(bug))),
    ...bugs.flatMap(othersOf),
  ])
  const missing = bugs.flatMap((bug) => context.known.missingOf(bug))
  const attachments = new Map(
    whole.flatMap((one) => one.attachments.map(({ id, size }) => [id, size ?? undefined] as const)),
  )
  return { records: [...users, ...missing, ...bugs], bugs, attachments, failed: failed.map(({ id }) => id), ids }
}

function loginsOf(bug: BugAnswer): string[] {
  return [bug.creator, bug.assigned_to, bug.qa_contact, ...bug.cc]
}

/** People named in comments, history, attachments and flags. */
function othersOf(bug: BugRecord): string[] {
  const attachments = bug.attachments ?? []
  const flags = [...(bug.flags ?? []), ...attachments.flatMap((one) => one.flags ?? [])]
  return [
    ...(bug.comments ?? []).map(({ creator }) => creator),
    ...(bug.history ?? []).map(({ who }) => who),
    ...attachments.map(({ creator }) => creator),
    ...flags.flatMap(({ setter, requestee }) => [setter, requestee ?? '']),
  ]
}
