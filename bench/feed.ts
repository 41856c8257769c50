// The cost of the change feed for writes: the same tracker compared with one whose store drops the entries, or, if
// email is sent, stores a row for email instead, as trackers without a feed do.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, type Tracker } from '@trackerkit/core'
import type { NewRow, TrackerSchema, Writer } from '@trackerkit/core/schema'
import type { Awaitable, Store } from '@trackerkit/core/store'
import { outgoing } from '../packages/core/src/call/mail-outbox.js'
import { openCorpus } from './corpus.js'
import { login } from './layers.js'
import { comparePairs } from './measure.js'
import { report, type Aim } from './report.js'

/** The replacement of entries. */
type Instead = (tx: Writer, entries: readonly NewRow<'changes'>[]) => Awaitable<unknown>

const nothing: Instead = () => undefined
const rowsForMail: Instead = (tx, entries) =>
  tx.insert(
    'mail_outbox',
    entries.map(({ at, bug_id, payload }) => outgoing(at, { kind: 'bug', bug_id: bug_id ?? 0, payload })),
  )

/** Six ratios of the time on the clock, durable, and six of the CPU time. */
export async function measureFeed(size: number, folder: string): Promise<void> {
  const original = join(folder, 'feed.db')
  const corpus = await openCorpus(original, size)
  await corpus.tracker.close()
  const mailer = { send: async () => Promise.resolve() }
  const [no, one] = [
    { wall: { atMost: 1.05 }, cpu: { atMost: 1.12 } },
    { wall: { atMost: 1 }, cpu: { atMost: 1 } },
  ]
  for (const [name, instead, options, aims] of [
    ['no mailer', nothing, {}, no],
    ['a mailer', rowsForMail, { mail: { mailer, onDemand: true } }, one],
  ] as const) {
    const copy = (side: string) => {
      const file = join(folder, `${side} ${name}.db`)
      copyFileSync(original, file)
      return sqliteStore(file) as unknown as Store<TrackerSchema>
    }
    const open = (store: Store<TrackerSchema>) => createTracker({ store: store as unknown as Store, ...options })
    const ours = await open(copy('with'))
    const base = await open(withoutFeed(copy('without'), instead))
    await measureWrites({ what: `feed, ${name}`, ours, base, size, aims })
    await requireDropped(ours, base)
    await ours.close()
    await base.close()
  }
}

interface Measured {
  readonly what: string
  readonly ours: Tracker
  readonly base: Tracker
  readonly size: number
  readonly aims: { readonly wall: Aim; readonly cpu: Aim }
}

async function measureWrites({ what, ours, base, size, aims }: Measured): Promise<void> {
  for (const work of ['create', 'update', 'comment'] as const) {
    const { wall, cpu } = await comparePairs({ ours: writes(ours, size)[work], base: writes(base, size)[work] })
    const name = `${what}: ${work}, with : without`
    report({ what: `${name}, wall-clock time`, ...wall, unit: 'µs', aim: aims.wall })
    report({ what: `${name}, CPU time`, ...cpu, unit: 'µs', aim: aims.cpu })
  }
}

function writes(tracker: Tracker, size: number) {
  const { bugs, comments } = tracker.as({ login })
  let n = 0
  const id = () => ((n++ * 7919) % size) + 1
  return {
    create: () =>
      bugs.create({
        ...{ product: 'Product', component: `Component ${n % 10}`, version: '1.0' },
        summary: `It stops working ${n++}`,
      }),
    update: () => bugs.update({ ids: [id()], whiteboard: `change ${n}`, comment: { body: `And again ${n}` } }),
    comment: () => comments.create({ id: id(), comment: `So did I, for the time ${n}.` }),
  }
}

/** Otherwise the same would be compared with itself. */
async function requireDropped(ours: Tracker, base: Tracker): Promise<void> {
  const [kept, dropped] = [await lastEntry(ours), await lastEntry(base)]
  if (kept <= dropped) throw new Error(`the feed with entries ends at ${kept}, the one without at ${dropped}`)
}

async function lastEntry(tracker: Tracker): Promise<number> {
  const { next } = await tracker.asSystem().changes.get({ since: 'now' })
  return Number(next.split('.')[1])
}

/** The same store, which keeps something else in the place of entries, and does not count them. */
function withoutFeed(store: Store<TrackerSchema>, instead: Instead): Store<TrackerSchema> {
  return { ...store, write: (work) => store.write((tx) => work(withoutEntries(tx, instead))) }
}

function withoutEntries(tx: Writer, instead: Instead): Writer {
  return {
    ...tx,
    insert: async (into, rows) => {
      if (into !== 'changes') return tx.insert(into, rows)
      await instead(tx, rows as unknown as readonly NewRow<'changes'>[])
      return []
    },
    update: (entity, where, set) => ('change_seq' in set ? 1 : tx.update(entity, where, set)),
  }
}
