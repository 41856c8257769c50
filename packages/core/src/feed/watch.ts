// Waiting for something to happen, in any process: one look for all who wait in this one, in which what has happened is read for them.
import { createPace, type Pace } from '../call/pace.js'
import { retrying } from '../call/retry.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError } from '../kernel/errors.js'
import type { Reader, TrackerSchema } from '../schema/index.js'
import { isStoreError, type Store } from '../store/index.js'
import { createLooker } from './looker.js'
import { readFeedState } from './position.js'
import { sharedReader } from './shared-reader.js'

export interface Wait {
  /** Milliseconds. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Ends it as the timeout does. */
  readonly enough?: AbortSignal | undefined
}

/** Reads what somebody wants to know, in a transaction that is shared by all who wait. It may be asked again. */
export type Ask<T> = (tx: Reader, pace: Pace) => Promise<T>

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
        const due = await lookOnce()
        for (const [one, told] of due) one.goOn(told)
      } catch (error) {
        // The next look may find the store in a better state.
        if (!isTrackerError(error, 'tracker_closed'))
          environment.logger.warn('could not look at the change feed', { error })
      }
    }
  }

  /** For whom something has happened, with what they are told. */
  async function lookOnce(): Promise<ReadonlyMap<Waiting, Told<unknown>>> {
    let due: readonly Waiting[] = []
    try {
      return await retrying(environment, () =>
        store.read(async (bare) => {
          const tx = sharedReader(bare)
          head = (await readFeedState(tx)).change_seq
          due = [...waiting].filter(({ from }) => from !== head)
          return askAll(tx, due)
        }),
      )
    } catch (error) {
      if (due.length === 0) throw error
      // It may be what one of them asks.
      return new Map(due.map((one) => [one, undefined]))
    }
  }

  /** There is an end to what all of them ask, and none of them is to wait for the time that others take. */
  async function askAll(tx: Reader, due: readonly Waiting[]): Promise<ReadonlyMap<Waiting, Told<unknown>>> {
    const pace = createPace({ ...environment, timeoutSeconds: Infinity })
    const all = new Map<Waiting, Told<unknown>>()
    for (const one of due) {
      await pace.step()
      if (waiting.has(one)) all.set(one, await tryAsking(tx, one, pace))
    }
    return all
  }

  return {
    get isClosed() {
      return isClosed
    },
    get head() {
      return head
    },
    wake,
    async next<T>(from: number, ask: Ask<T>, { timeout, signal, enough }: Wait = {}) {
      signal?.throwIfAborted()
      if (isClosed || enough?.aborted) return 'over'
      return new Promise<Told<T> | 'over'>((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', onAbort)
          enough?.removeEventListener('abort', end)
          waiting.delete(one)
          if (waiting.size === 0) looker.rest()
        }
        const goOn: Waiting['goOn'] = (told) => resolve((stop(), told as Told<T> | 'over'))
        const end = () => goOn('over')
        const onAbort = () => {
          stop()
          reject(signal?.reason as Error)
        }
        const one = { from, ask, goOn }
        const timer = timeout === undefined ? undefined : setTimeout(end, timeout)
        signal?.addEventListener('abort', onAbort)
        enough?.addEventListener('abort', end)
        waiting.add(one)
        // Something may have happened while nobody looked, and between what one has read and now.
        if (looker.begin() || isStale || from !== head) wake()
      })
    },
    async close() {
      isClosed = true
      for (const one of [...waiting]) one.goOn('over')
      looker.end()
      await looking
    },
  }
}

/** What goes wrong there and not with the store is found again by whoever then reads alone. */
async function tryAsking(tx: Reader, { ask }: Waiting, pace: Pace): Promise<Told<unknown>> {
  try {
    return { answer: await ask(tx, pace) }
  } catch (error) {
    if (isStoreError(error)) throw error
    return undefined
  }
}
