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
import { eventNames } from '@trackerkit/core/operations'
import { requireKind, type Store } from '@trackerkit/core/store'
import { memoryStore, type MemoryStore } from '../memory-store.js'
import type { MemorySnapshot } from '../snapshot.js'
import { createBuilders, type Builders, type Counts } from './builders.js'
import { createTestClock, type TestClock } from './clock.js'
import { failingStore, type Failure, type FailingVerb } from './failures.js'
import { createTestRandom } from './random.js'

/** Options of `createTestTracker`, beside those of `createTracker`: its `testing` replaces parts of the kit, which checks answers. */
export interface TestTrackerOptions extends Omit<TrackerOptions, 'store'> {
  /**
   * The initial content. Clock, random bytes and names of builders continue from the tracker of the snapshot. Default:
   * empty.
   */
  readonly from?: MemorySnapshot | undefined
  /** Where everything is kept. Default: a new memory store. */
  readonly store?: Store | undefined
  /** The initial time. Default: the time of `from`, or noon of 2026-01-01 UTC. */
  readonly at?: Date | undefined
  /** The seed of the random bytes. Default: that of `from`, or 1. */
  readonly seed?: number | undefined
}

/** Events for listeners. */
export interface RecordedEvents {
  /** In the order in which they happened. */
  readonly all: readonly TrackerEvent[]
  /** Those of one name. @throws invalid_options for a name that no event has */
  of<N extends EventName>(name: N): readonly TrackerEvents[N][]
  /** Forgets them. */
  clear(): void
}

/** A tracker for tests, with its clock, its mail and its events in reach. */
export interface TestTracker extends Tracker {
  /** A clock that only the test moves. */
  readonly clock: TestClock
  /** Sent email. `await tracker.deliverMail()` sends what is due; nothing is sent before. */
  readonly mail: MemoryMailer
  readonly events: RecordedEvents
  readonly make: Builders
  /**
   * Makes the store fail: the next `times` units of that kind, whichever operation they belong to. Without an error the database cannot
   * be reached, which callers meet as `store_unavailable`.
   *
   * @throws RangeError when `times` is no whole number above 0; invalid_options for another kind of unit or error
   * @example
   * const tracker = await createTestTracker()
   * tracker.failNext('commit', 'retry') // The tracker runs the operation again, and callers notice nothing.
   */
  failNext(verb: FailingVerb, error?: Failure, times?: number): void
  /**
   * A snapshot of everything committed, as the start of other trackers. @throws invalid_options on stores other than
   * memory stores
   */
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
 * Creates a tracker for one test: on a new memory store, with a fixed clock, the same random bytes in every run,
 * recorded email and events, and checked responses.
 *
 * @throws TypeError when `from` is no snapshot of a memory store
 * @throws invalid_options for `from` beside `store`, and for an `at` that is no Date; RangeError for an invalid one
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
    of<N extends EventName>(name: N) {
      requireKind('name', name, eventNames)
      return all.filter((event) => event[0] === name).map(([, told]) => told as TrackerEvents[N])
    },
    clear: () => void all.splice(0),
  }
}

function isMemoryStore(store: Store): store is MemoryStore {
  return 'snapshot' in store && typeof store.snapshot === 'function'
}
