import {
  createTracker,
  memoryMailer,
  TrackerError,
  type EventName,
  type MailOptions,
  type MemoryMailer,
  type Tracker,
  type TrackerEvent,
  type TrackerEvents,
  type TrackerOptions,
} from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import { memoryStore, type MemoryStore } from '../memory-store.js'
import type { MemorySnapshot } from '../snapshot.js'
import { createBuilders, type Builders, type Counts } from './builders.js'
import { createTestClock, type TestClock } from './clock.js'
import { failingStore, type Failure, type FailingVerb } from './failures.js'
import { createTestRandom } from './random.js'

/** Options of `createTestTracker`, beside those of `createTracker`: its `testing` replaces parts of the kit, which checks answers. */
export interface TestTrackerOptions extends Partial<TrackerOptions> {
  /** What the tracker begins with; clock, random bytes and names of builders go on where those of its tracker were. Default: nothing. */
  readonly from?: MemorySnapshot
  /** Where everything is kept. Default: a new memory store. */
  readonly store?: Store
  /** What the clock says at first. Default: what it said when `from` was taken, else noon of 2026-01-01, UTC. */
  readonly at?: Date
  /** Of which the random bytes follow. Default: that of `from`, else 1. */
  readonly seed?: number
}

/** What listeners would have been told. */
export interface RecordedEvents {
  /** In the order in which they happened. */
  readonly all: readonly TrackerEvent[]
  /** Those of one name. */
  of<N extends EventName>(name: N): readonly TrackerEvents[N][]
  /** Forgets them. */
  clear(): void
}

/** A tracker for tests, with its clock, its mail and its events in reach. */
export interface TestTracker extends Tracker {
  /** Stands still until it is moved. */
  readonly clock: TestClock
  /** What was sent. `await tracker.deliverMail()` sends what is due; nothing is sent before. */
  readonly mail: MemoryMailer
  readonly events: RecordedEvents
  readonly make: Builders
  /**
   * Makes the store fail: the next `times` units of that kind, whichever operation they belong to. Without an error the database cannot
   * be reached, which callers meet as `store_unavailable`.
   *
   * @throws RangeError when `times` is no whole number above 0
   * @example
   * const tracker = await createTestTracker()
   * tracker.failNext('commit', 'retry') // The tracker runs the operation again, and callers notice nothing.
   */
  failNext(verb: FailingVerb, error?: Failure, times?: number): void
  /** What has been committed until now, for other trackers to begin with. @throws invalid_options on stores other than memory stores */
  snapshot(): MemorySnapshot
  /** Closes the tracker: `await using tracker = await createTestTracker()`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Where a tracker was when a snapshot of it was taken. */
interface Moment {
  readonly now: Date
  readonly seed: number
  readonly drawn: number
  readonly counts: Counts
}

const moments = new WeakMap<MemorySnapshot, Moment>()

/**
 * Makes a tracker for one test: on a memory store of its own, with a clock that stands still, random bytes that are the same on every
 * run, mail and events recorded, and every answer checked.
 *
 * @throws TypeError when `from` is no snapshot of a memory store
 * @throws invalid_options for `from` beside `store`
 * @throws RangeError for an `at` that is no date
 * @throws what createTracker throws
 * @example
 * const tracker = await createTestTracker()
 * const bug = await tracker.make.bug({ summary: 'It blinks' })
 * tracker.clock.advance({ days: 3 })
 * await tracker.close()
 */
export async function createTestTracker(options: TestTrackerOptions = {}): Promise<TestTracker> {
  const { from, store: given, at, seed: wanted, mail: sending, testing, ...others } = options
  if (from && given) {
    throw new TrackerError('invalid_options', { field: 'store', value: 'a store', accepted: 'nothing beside `from`' })
  }
  const bare = given ?? memoryStore({ from })
  const begin = from && moments.get(from)
  const clock = createTestClock(at ?? begin?.now ?? new Date('2026-01-01T12:00:00Z'))
  const seed = wanted ?? begin?.seed ?? 1
  const random = createTestRandom(seed, begin?.drawn ?? 0)
  const counts: Counts = new Map(begin?.counts)
  const { store, failNext } = failingStore(bare)
  const isMailer = sending !== undefined && 'send' in sending
  const { mailer, reader, onDemand = true, templates }: MailOptions = isMailer ? { mailer: sending } : (sending ?? {})
  const mail = memoryMailer((message) => mailer?.send(message))
  const tracker = await createTracker({
    ...others,
    store,
    mail: { mailer: { ...mail, close: async () => mailer?.close?.() }, reader, onDemand, templates },
    testing: { clock: () => clock.now(), random: random.bytes, checkAnswers: true, ...testing },
  })
  return {
    ...tracker,
    clock,
    mail,
    events: record(tracker),
    make: createBuilders(tracker, counts),
    failNext,
    snapshot() {
      if (!isMemoryStore(bare))
        throw new TrackerError('invalid_options', { field: 'store', value: 'this store', accepted: 'a memory store' })
      const snapshot = bare.snapshot()
      moments.set(snapshot, { now: clock.now(), seed, drawn: random.drawn(), counts: new Map(counts) })
      return snapshot
    },
    [Symbol.asyncDispose]: () => tracker.close(),
  }
}

function record(tracker: Tracker): RecordedEvents {
  const all: TrackerEvent[] = []
  tracker.on('*', (event) => void all.push(event))
  return {
    all,
    of: <N extends EventName>(name: N) =>
      all.filter((event) => event[0] === name).map(([, told]) => told as TrackerEvents[N]),
    clear: () => void all.splice(0),
  }
}

function isMemoryStore(store: Store): store is MemoryStore {
  return 'snapshot' in store && typeof store.snapshot === 'function'
}
