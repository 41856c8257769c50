// Runs long reads on worker threads, without blocking the calling thread.
import type { ReadOptions } from '@trackerkit/core/store'
import { createThreadPool, requireTime } from './thread-pool.js'
import type { Thread } from './thread.js'

export type RunQuery = Thread['ask']

export type Scan = Pick<NonNullable<ReadOptions['scan']>, 'timeout' | 'isAnonymous'>

export interface Scans {
  /**
   * Waits for a free thread and lends it to `work`, whose questions are asked on one snapshot.
   * After `timeout` milliseconds, the wait included, its question is ended and no other one is answered.
   * @throws StoreError `retry` when too many wait already, `overdue` when it takes too long
   */
  run<T>(scan: Scan, work: (ask: RunQuery) => Promise<T>): Promise<T>
  /** Ends the threads. Nothing may run. */
  close(): Promise<void>
}

/** Calls a function after a delay; returns a function that cancels it. */
export type Timer = (milliseconds: number, call: () => void) => () => void

/** Time for a stopping thread to end, in milliseconds. Statements check every few rows whether to stop. */
const stopPatience = 1000

/** The longest time that timers know, in milliseconds. */
const forever = 2 ** 31 - 1

export const inTime: Timer = (milliseconds, call) => {
  if (milliseconds > forever) return () => undefined
  const timer = setTimeout(call, milliseconds).unref()
  return () => clearTimeout(timer)
}

/** @param size how many threads there are at most; they start when they are needed */
export function createScans(size: number, start: () => Thread, timer: Timer = inTime): Scans {
  const threads = createThreadPool(size, start)
  const ending = new Set<Promise<unknown>>()

  async function lend<T>(thread: Thread, over: AbortSignal, work: (ask: RunQuery) => Promise<T>): Promise<T> {
    let spare = () => {}
    const stop = () => {
      thread.stop()
      spare = timer(stopPatience, () => keep(thread.kill()))
    }
    over.addEventListener('abort', stop)
    try {
      return await work((sql, parameters) => inTimeOf(over, () => thread.ask(sql, parameters)))
    } finally {
      over.removeEventListener('abort', stop)
      const free = () => {
        spare()
        threads.giveBack(thread)
      }
      // Not awaited: the result is there. A thread that cannot be ended is dead.
      keep(thread.end().then(free, free))
    }
  }

  function keep(end: Promise<unknown>): void {
    ending.add(end)
    void end.finally(() => ending.delete(end))
  }

  return {
    async run({ timeout, isAnonymous }, work) {
      const over = new AbortController()
      const cancel = timer(timeout, () => over.abort())
      try {
        return await lend(await threads.take(over.signal, isAnonymous), over.signal, work)
      } finally {
        cancel()
      }
    },
    async close() {
      await Promise.all(ending)
      await threads.close()
    },
  }
}

/** A question that fails when the time is up fails because of that. */
async function inTimeOf<T>(over: AbortSignal, ask: () => Promise<T>): Promise<T> {
  requireTime(over)
  try {
    return await ask()
  } catch (error) {
    requireTime(over)
    throw error
  }
}
