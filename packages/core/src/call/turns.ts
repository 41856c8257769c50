// Turns for many callers that each do a little work. Together they would keep the event loop for as long as one that does much.
import { setImmediate } from 'node:timers/promises'
import type { Environment } from '../kernel/environment.js'
import { maxTimeSlice } from './time-budget.js'

/** Waits for a turn unless the time slice that all callers share has time left. Await the result before each piece of work. */
export type TakeTurn = () => Promise<void> | undefined

/** Callers wait in a line, and begin one after the other: callbacks of `setImmediate` that wait for the same turn would all run in it. */
export function createTurns({ stopwatch }: Pick<Environment, 'stopwatch'>): TakeTurn {
  let sliceStart = -Infinity
  let last: Promise<void> | undefined
  const waitAfter = async (before: Promise<void> | undefined) => {
    await before
    // The turn before may have left time, as most work is short.
    if (stopwatch() - sliceStart <= maxTimeSlice) return
    await setImmediate()
    sliceStart = stopwatch()
  }
  return () => (stopwatch() - sliceStart > maxTimeSlice ? (last = waitAfter(last)) : undefined)
}
