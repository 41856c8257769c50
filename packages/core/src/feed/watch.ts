// Waiting for something to happen, in any process: one look at the number of the last entry for all who wait in this one.
import { retrying } from '../call/retry.js'
import type { Environment } from '../kernel/environment.js'
import type { TrackerSchema } from '../schema/index.js'
import { isStoreError, type Store } from '../store/index.js'
import { readFeedState } from './position.js'

/** Milliseconds between looks, whatever hints there are; and where the store gives none. */
const [longPause, shortPause] = [5000, 1000]

interface Wait {
  /** Milliseconds. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Ends it as the timeout does. */
  readonly enough?: AbortSignal | undefined
}

export interface FeedWatch {
  readonly isClosed: boolean
  /**
   * Resolves when the last entry has another number than that, after the timeout, or when the watch is closed.
   * @throws the reason of the signal
   */
  moved(from: number, wait?: Wait): Promise<void>
  /** Somebody may have written something. */
  wake(): void
  /** Everybody who waits goes on. */
  close(): Promise<void>
}

interface Waiting {
  readonly from: number
  readonly goOn: () => void
}

type Parts = { readonly store: Store<TrackerSchema>; readonly environment: Environment }

export function createFeedWatch({ store, environment }: Parts): FeedWatch {
  const waiting = new Set<Waiting>()
  const looker = createLooker(store, wake)
  let last = 0
  let isClosed = false
  let isStale = false
  let looking: Promise<void> | undefined

  function wake(): void {
    if (waiting.size === 0 || isClosed) return
    isStale = true
    looking ??= look().finally(() => (looking = undefined))
  }

  async function look(): Promise<void> {
    while (isStale && waiting.size > 0 && !isClosed) {
      isStale = false
      try {
        last = (await retrying(environment, () => store.read(readFeedState))).change_seq
        for (const one of [...waiting]) if (one.from !== last) one.goOn()
      } catch (error) {
        // The next look may find the store in a better state.
        if (!isStoreError(error, 'closed')) environment.logger.warn('could not look at the change feed', { error })
      }
    }
  }

  return {
    get isClosed() {
      return isClosed
    },
    wake,
    async moved(from, { timeout, signal, enough } = {}) {
      signal?.throwIfAborted()
      if (isClosed || enough?.aborted) return
      await new Promise<void>((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', onAbort)
          enough?.removeEventListener('abort', goOn)
          waiting.delete(one)
          if (waiting.size === 0) looker.end()
        }
        const goOn = () => resolve(stop())
        const onAbort = () => {
          stop()
          reject(signal?.reason as Error)
        }
        const one = { from, goOn }
        const timer = timeout === undefined ? undefined : setTimeout(goOn, timeout)
        signal?.addEventListener('abort', onAbort)
        enough?.addEventListener('abort', goOn)
        waiting.add(one)
        if (waiting.size === 1) looker.begin()
        // Something may have happened between what one has read and now.
        if (waiting.size === 1 || from !== last) wake()
      })
    },
    async close() {
      isClosed = true
      for (const one of [...waiting]) one.goOn()
      await looking
    },
  }
}

/** Calls `look` when the store hints that somebody has written, and from time to time. */
function createLooker(store: Store<TrackerSchema>, look: () => void) {
  let stopHints: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    begin() {
      stopHints = store.watch?.(look)
      timer = setInterval(look, store.watch ? longPause : shortPause)
    },
    end() {
      stopHints?.()
      clearInterval(timer)
    },
  }
}
