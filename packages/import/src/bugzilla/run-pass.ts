// One pass over bugs: each batch is written with how far the pass has come, then come the contents of its attachments.
import type { Importer } from '@trackerkit/core/moving'
import { importAttachments, type ContentSource } from './import-contents.js'
import type { Meter } from '../report/progress.js'
import type { BugBatch } from './read-batches.js'
import { addFailed, mostKept } from '../passes/import-into.js'
import type { ImportState } from './state.js'

/** Dependencies of a pass. */
export interface PassTarget extends ContentSource {
  readonly importer: Importer
  readonly meter: Meter
  readonly bringsContents: boolean
  /** Skipped IDs are reported as hidden bugs. */
  readonly countsHidden: boolean
  readonly signal: AbortSignal | undefined
}

/** Writes batches in their order. Returns the state after the last. */
export async function runPass(
  target: PassTarget,
  begin: ImportState,
  batches: AsyncIterable<BugBatch>,
): Promise<ImportState> {
  const { importer, report, meter, signal, bringsContents } = target
  let state = begin
  for await (const batch of batches) {
    const next = await advance(target, state, batch)
    report.add(await importer.put(batch.records, next))
    state = next
    if (bringsContents) {
      const failed = await importAttachments(target, batch.attachments)
      if (failed.length > 0) state = { ...state, failed: addFailed(state.failed, { attachments: failed }) }
    }
    meter.add(batch.ids.length)
    signal?.throwIfAborted()
  }
  return state
}

async function advance(
  { importer, addNote, countsHidden }: PassTarget,
  state: ImportState,
  batch: BugBatch,
): Promise<ImportState> {
  const after = batch.ids.at(-1) ?? state.pass?.after ?? 0
  const isFull = state.pass?.since === null
  return {
    ...state,
    pass: state.pass && { ...state.pass, after, pending: [...batch.attachments.keys()] },
    failed: addFailed(state.failed, { bugs: batch.failed }),
    hidden: countsHidden && isFull ? addHidden(state, batch) : state.hidden,
    forward: await linksOf(importer, state, batch, addNote),
    tally: isFull ? addTally(state.tally, batch) : state.tally,
  }
}

const mostRanges = 1000

function addHidden({ hidden, pass }: ImportState, { ids }: BugBatch): ImportState['hidden'] {
  let last = pass?.after ?? 0
  let { count } = hidden
  const ranges = [...hidden.ranges]
  for (const id of ids) {
    if (id > last + 1) {
      count += id - last - 1
      if (ranges.length < mostRanges) ranges.push([last + 1, id - 1])
    }
    last = id
  }
  return { count, ranges }
}

function addTally(before: ImportState['tally'], { bugs }: BugBatch): ImportState['tally'] {
  const tally = structuredClone(before)
  for (const { product, groups = [] } of bugs) {
    const of = (tally[product] ??= { bugs: 0, groups: {} })
    of.bugs++
    for (const group of groups) of.groups[group] = (of.groups[group] ?? 0) + 1
  }
  return tally
}

/** Reports links to bugs that will not be imported. Returns links to bugs that may be imported later. */
async function linksOf(
  importer: Importer,
  { forward, pass }: ImportState,
  { bugs, ids }: BugBatch,
  addNote: PassTarget['addNote'],
): Promise<ImportState['forward']> {
  const last = ids.at(-1) ?? 0
  const links = bugs.flatMap(({ id, depends_on = [], blocks = [] }) =>
    [...depends_on, ...blocks].map((to): [number, number] => [id, to]),
  )
  const all = [...forward, ...links]
  // A pass over changes has all other bugs already.
  const isDue = ([, to]: [number, number]) => to <= last || pass?.since !== null
  const due = all.filter(isDue)
  if (due.length > 0) {
    const there = new Set([
      ...(await importer.bugs([...new Set(due.map(([, to]) => to))])),
      ...bugs.map(({ id }) => id),
    ])
    for (const [id, to] of due)
      if (!there.has(to))
        addNote({ kind: 'bug', id, problem: `its link to bug ${to} is omitted: that bug was not imported` })
  }
  return all.filter((link) => !isDue(link)).slice(0, mostKept)
}
