import { StoreError } from '@trackerkit/core/store'
import type { Thread } from './thread.js'

/** Threads that are started when they are needed, and each lent to one scan at a time. */
export interface ThreadPool {
  /**
   * Waits for a free thread, in order. At most half of those waiting are anonymous.
   * @throws StoreError `retry` when too many are waiting, `overdue` when `over` is aborted during the wait
   */
  take(over: AbortSignal, isAnonymous?: boolean): Promise<Thread>
  giveBack(thread: Thread): void
  /** Ends the threads. None may be lent. */
  close(): Promise<void>
}

const mostWaiting = 100

interface Waiting {
  readonly isAnonymous: boolean
  readonly begin: (free: Thread | undefined) => void
}

export function createThreadPool(size: number, start: () => Thread): ThreadPool {
  const threads = new Set<Thread>()
  // The last one returned is used first: its cache is warm.
  const idle: Thread[] = []
  // A waiter that is called without a thread looks again: its time is up, or a thread has ended and another may be
  // started.
  const waiting: Waiting[] = []

  function takeNow(): Thread | undefined {
    for (let thread = idle.pop(); thread; thread = idle.pop()) {
      if (!thread.isDead()) return thread
      threads.delete(thread)
    }
    if (threads.size >= size) return undefined
    const started = start()
    threads.add(started)
    return started
  }

  /** @throws StoreError `retry` */
  function requirePlace(isAnonymous: boolean): void {
    const isShareTaken = isAnonymous && waiting.filter((one) => one.isAnonymous).length >= mostWaiting / 2
    if (isShareTaken || waiting.length >= mostWaiting) throw new StoreError('retry', 'too many scans are waiting')
  }

  function turn(over: AbortSignal, isAnonymous: boolean): Promise<Thread | undefined> {
    requirePlace(isAnonymous)
    return new Promise((begin) => {
      const one = { isAnonymous, begin }
      waiting.push(one)
      over.addEventListener('abort', () => {
        const place = waiting.indexOf(one)
        if (place < 0) return
        waiting.splice(place, 1)
        begin(undefined)
      })
    })
  }

  return {
    async take(over, isAnonymous = false) {
      for (;;) {
        requireTime(over)
        const thread = takeNow() ?? (await turn(over, isAnonymous))
        if (thread) return thread
      }
    },
    giveBack(thread) {
      const next = waiting.shift()
      if (thread.isDead()) {
        threads.delete(thread)
        next?.begin(undefined)
      } else if (next) next.begin(thread)
      else idle.push(thread)
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.close()))
    },
  }
}

/** @throws StoreError `overdue` once the time of a scan is up */
export function requireTime(over: AbortSignal): void {
  if (over.aborted) throw new StoreError('overdue', 'a scan timed out')
}
