// Waiting for changes of any process: one poll for all waiting calls of this process, which also reads their answers.
import { createBackgroundBudget, unlimitedTime, type TimeBudget } from '../call/time-budget.js'
import { retrying } from '../call/retry.js'
import { instrument } from '../call/instrument.js'
import { observe } from '../call/observation.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError } from '../kernel/errors.js'
import type { Reader, TrackerSchema } from '../schema/index.js'
import { isStoreError, type Store } from '../store/index.js'
import { createPoller } from './poller.js'
import { readFeedState } from './position.js'
import { sharedReader, type SharedReader } from './shared-reader.js'

export interface Wait {
  /** Milliseconds. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Ends the wait like the timeout. */
  readonly enough?: AbortSignal | undefined
}

export interface FeedQuery<T> {
  /** Reads the answer in a transaction that all waiting calls share. May run again. */
  readonly read: (tx: Reader, timeBudget: TimeBudget) => Promise<T>
  /** Hashes of the session tokens of the caller: those of all calls are looked up at once. */
  readonly tokenHashes: readonly string[]
}

/** Undefined if the query failed in the shared transaction and must be run separately. */
export type FeedAnswer<T> = { readonly answer: T } | undefined

export interface FeedWatch {
  readonly isClosed: boolean
  /** The last entry at the last poll. */
  readonly head: number
  /**
   * Waits until the last entry has another number than that, and asks then. `over`: after the timeout, or when the watch is closed.
   * @throws the reason of the signal
   */
  next<T>(from: number, query: FeedQuery<T>, wait?: Wait): Promise<FeedAnswer<T> | 'over'>
  /** Call when something may have been written. */
  wake(): void
  /** Ends all waits. */
  close(): Promise<void>
}

interface Waiting {
  readonly from: number
  readonly query: FeedQuery<unknown>
  readonly goOn: (answer: FeedAnswer<unknown> | 'over') => void
}

type Parts = { readonly store: Store<TrackerSchema>; readonly environment: Environment }

export function createFeedWatch({ store, environment }: Parts): FeedWatch {
  const waiting = new Set<Waiting>()
  const poller = createPoller(store, wake)
  let head = 0
  let isClosed = false
  /** Something may have been written since the last poll. */
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
        for (const [one, answer] of seen.due) one.goOn(answer)
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
    async next<T>(from: number, query: FeedQuery<T>, wait: Wait = {}) {
      wait.signal?.throwIfAborted()
      if (isClosed || wait.enough?.aborted) return 'over'
      const answer = waitAmong(waiting, { from, query }, wait)
      // There may be changes since the last poll, and since the caller read.
      if (poller.begin() || isStale || from !== head) wake()
      try {
        return (await answer) as FeedAnswer<T> | 'over'
      } finally {
        if (waiting.size === 0) poller.rest()
      }
    },
    async close() {
      isClosed = true
      for (const one of [...waiting]) one.goOn('over')
      await looking
      poller.end()
    },
  }
}

/** Waits for an answer, the timeout or the signal. */
function waitAmong(
  waiting: Set<Waiting>,
  request: Pick<Waiting, 'from' | 'query'>,
  { timeout, signal, enough }: Wait,
): Promise<FeedAnswer<unknown> | 'over'> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      enough?.removeEventListener('abort', end)
      waiting.delete(one)
    }
    const goOn: Waiting['goOn'] = (answer) => {
      stop()
      resolve(answer)
    }
    const end = () => goOn('over')
    const onAbort = () => {
      stop()
      reject(signal?.reason as Error)
    }
    const one = { ...request, goOn }
    const timer = timeout === undefined ? undefined : setTimeout(end, timeout)
    signal?.addEventListener('abort', onAbort)
    enough?.addEventListener('abort', end)
    waiting.add(one)
  })
}

/** The last entry, and the answers of the calls that waited for it. */
interface Seen {
  readonly head: number
  readonly due: ReadonlyMap<Waiting, FeedAnswer<unknown>>
}

/** The operation that observers see: one for all waiting calls. */
const together = { name: 'changes.get', kind: 'read' } as const

async function lookOnce({ store, environment }: Parts, waiting: ReadonlySet<Waiting>): Promise<Seen> {
  let head = 0
  let due: readonly Waiting[] = []
  try {
    return await retrying(environment, () =>
      store.read(
        async (bare) => {
          head = (await readFeedState(bare)).change_seq
          due = [...waiting].filter(({ from }) => from !== head)
          if (due.length === 0) return { head, due: new Map() }
          const answer = await observe(environment, together, {}, (observation) => {
            const budget = createBackgroundBudget(environment)
            return answerAll(
              sharedReader(observation ? instrument(bare, { budget: unlimitedTime, observation }) : bare),
              budget,
              due,
              waiting,
            )
          })
          return { head, due: answer }
        },
        { ours: true },
      ),
    )
  } catch (error) {
    if (due.length === 0) throw error
    // The query of one call may be the cause.
    return { head, due: new Map(due.map((one) => [one, undefined])) }
  }
}

/** One budget bounds all queries, and calls that no longer wait are skipped. */
async function answerAll(
  tx: SharedReader,
  timeBudget: TimeBudget,
  due: readonly Waiting[],
  waiting: ReadonlySet<Waiting>,
): Promise<Seen['due']> {
  const all = new Map<Waiting, FeedAnswer<unknown>>()
  const tokenHashes = due.flatMap(({ query }) => query.tokenHashes)
  await tx.ahead('tokens', 'secret_hash', [...new Set(tokenHashes)])
  for (const one of due) {
    await timeBudget.step()
    if (waiting.has(one)) all.set(one, await tryQuery(tx, one, timeBudget))
  }
  return all
}

/** Errors other than those of the store recur when the caller reads separately. */
async function tryQuery(tx: Reader, { query }: Waiting, timeBudget: TimeBudget): Promise<FeedAnswer<unknown>> {
  try {
    return { answer: await query.read(tx, timeBudget) }
  } catch (error) {
    if (isStoreError(error)) throw error
    return undefined
  }
}
