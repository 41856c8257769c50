// Waiting for something to happen, in any process: one look for all who wait in this one, in which what has happened is read for them.
import { createBackgroundBudget, unlimitedTime, type TimeBudget } from '../call/time-budget.js'
import { retrying } from '../call/retry.js'
import { instrument } from '../call/instrument.js'
import { observe } from '../call/observation.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError } from '../kernel/errors.js'
import type { Reader, TrackerSchema } from '../schema/index.js'
import { isStoreError, type Store } from '../store/index.js'
import { createLooker } from './poller.js'
import { readFeedState } from './position.js'
import { sharedReader, type SharedReader } from './shared-reader.js'

export interface Wait {
  /** Milliseconds. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Ends it as the timeout does. */
  readonly enough?: AbortSignal | undefined
}

/** What somebody wants to know. */
export interface Ask<T> {
  /** Reads it, in a transaction that is shared by all who wait. It may be asked again. */
  readonly read: (tx: Reader, timeBudget: TimeBudget) => Promise<T>
  /** By what the tokens of sessions are found that it shows: those of all are looked up at once. */
  readonly tokenHashes: readonly string[]
}

/** What became of it; undefined when it could not be read together with what others want, and is to be read alone. */
export type Told<T> = { readonly answer: T } | undefined

export interface FeedWatch {
  readonly isClosed: boolean
  /** The number of the last entry when it was looked for last. */
  readonly head: number
  /**
   * Waits until the last entry has another number than that, and asks then. `over`: after the timeout, or when the watch is closed.
   * @throws the reason of the signal
   */
  next<T>(from: number, ask: Ask<T>, wait?: Wait): Promise<Told<T> | 'over'>
  /** Somebody may have written something. */
  wake(): void
  /** Everybody who waits goes on. */
  close(): Promise<void>
}

interface Waiting {
  readonly from: number
  readonly ask: Ask<unknown>
  readonly goOn: (told: Told<unknown> | 'over') => void
}

type Parts = { readonly store: Store<TrackerSchema>; readonly environment: Environment }

export function createFeedWatch({ store, environment }: Parts): FeedWatch {
  const waiting = new Set<Waiting>()
  const looker = createLooker(store, wake)
  let head = 0
  let isClosed = false
  /** Whether something may have happened since the last look. */
  let isStale = true
  let looking: Promise<void> | undefined

  function wake(): void {
    isStale = true
    if (waiting.size === 0 || isClosed) return
    looking ??= look().finally(() => (looking = undefined))
  }

  async function look(): Promise<void> {
    while (isStale && waiting.size > 0 && !isClosed) {
      isStale = false
      try {
        const seen = await lookOnce({ store, environment }, waiting)
        head = seen.head
        for (const [one, told] of seen.due) one.goOn(told)
      } catch (error) {
        // The next look may find the store in a better state.
        if (!isTrackerError(error, 'tracker_closed'))
          environment.logger.warn('could not look at the change feed', { error })
      }
    }
  }

  return {
    get isClosed() {
      return isClosed
    },
    get head() {
      return head
    },
    wake,
    async next<T>(from: number, ask: Ask<T>, wait: Wait = {}) {
      wait.signal?.throwIfAborted()
      if (isClosed || wait.enough?.aborted) return 'over'
      const told = waitAmong(waiting, { from, ask }, wait)
      // Something may have happened while nobody looked, and between what one has read and now.
      if (looker.begin() || isStale || from !== head) wake()
      try {
        return (await told) as Told<T> | 'over'
      } finally {
        if (waiting.size === 0) looker.rest()
      }
    },
    async close() {
      isClosed = true
      for (const one of [...waiting]) one.goOn('over')
      await looking
      looker.end()
    },
  }
}

/** One of those who wait, until they are told, have waited long enough, or the signal aborts. */
function waitAmong(
  waiting: Set<Waiting>,
  asked: Pick<Waiting, 'from' | 'ask'>,
  { timeout, signal, enough }: Wait,
): Promise<Told<unknown> | 'over'> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      enough?.removeEventListener('abort', end)
      waiting.delete(one)
    }
    const goOn: Waiting['goOn'] = (told) => {
      stop()
      resolve(told)
    }
    const end = () => goOn('over')
    const onAbort = () => {
      stop()
      reject(signal?.reason as Error)
    }
    const one = { ...asked, goOn }
    const timer = timeout === undefined ? undefined : setTimeout(end, timeout)
    signal?.addEventListener('abort', onAbort)
    enough?.addEventListener('abort', end)
    waiting.add(one)
  })
}

/** The number of the last entry, and those of whom something has happened since, with what they are told. */
interface Seen {
  readonly head: number
  readonly due: ReadonlyMap<Waiting, Told<unknown>>
}

/** What those who follow ask together, as observers are told of it: once whenever there is something, whoever they are. */
const together = { name: 'changes.get', kind: 'read' } as const

async function lookOnce({ store, environment }: Parts, waiting: ReadonlySet<Waiting>): Promise<Seen> {
  let head = 0
  let due: readonly Waiting[] = []
  try {
    return await retrying(environment, () =>
      store.read(async (bare) => {
        head = (await readFeedState(bare)).change_seq
        due = [...waiting].filter(({ from }) => from !== head)
        if (due.length === 0) return { head, due: new Map() }
        const told = await observe(environment, together, {}, (observation) => {
          const budget = createBackgroundBudget(environment)
          return askAll(
            sharedReader(observation ? instrument(bare, { budget: unlimitedTime, observation }) : bare),
            budget,
            due,
            waiting,
          )
        })
        return { head, due: told }
      }),
    )
  } catch (error) {
    if (due.length === 0) throw error
    // It may be what one of them asks.
    return { head, due: new Map(due.map((one) => [one, undefined])) }
  }
}

/** There is an end to what all of them ask, and none of them is to wait for the time that others take. */
async function askAll(
  tx: SharedReader,
  timeBudget: TimeBudget,
  due: readonly Waiting[],
  waiting: ReadonlySet<Waiting>,
): Promise<Seen['due']> {
  const all = new Map<Waiting, Told<unknown>>()
  const tokenHashes = due.flatMap(({ ask }) => ask.tokenHashes)
  await tx.ahead('tokens', 'secret_hash', [...new Set(tokenHashes)])
  for (const one of due) {
    await timeBudget.step()
    if (waiting.has(one)) all.set(one, await tryAsking(tx, one, timeBudget))
  }
  return all
}

/** What goes wrong there and not with the store is found again by whoever then reads alone. */
async function tryAsking(tx: Reader, { ask }: Waiting, timeBudget: TimeBudget): Promise<Told<unknown>> {
  try {
    return { answer: await ask.read(tx, timeBudget) }
  } catch (error) {
    if (isStoreError(error)) throw error
    return undefined
  }
}
