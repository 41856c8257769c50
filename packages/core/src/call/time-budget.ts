// The time budget of an operation: in total, and for each time slice of the event loop.
import { setImmediate } from 'node:timers/promises'
import type { Environment } from '../kernel/environment.js'
import { TrackerError } from '../kernel/errors.js'

/** Checked before each statement, and in each step of a loop over rows. */
export interface TimeBudget {
  /**
   * Yields to the event loop at the end of a time slice. Await the result.
   * @throws search_too_expensive, operation_timeout when the time is up
   */
  step(): Promise<unknown> | undefined
  /** In milliseconds; Infinity without a timeout. */
  left(): number
}

export type OverdueCode = 'search_too_expensive' | 'operation_timeout'

/** For calls of the embedding program and background work, which have no timeout. */
export const unlimitedTime: TimeBudget = { step: () => undefined, left: () => Infinity }

/** In milliseconds. Long enough to cost nothing, too short to be noticed. */
export const maxTimeSlice = 25

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Operations continue one per turn of the event loop: callbacks of `setImmediate` that wait for the same turn all run in it, and a
 * hundred searches would keep other requests waiting for a hundred slices.
 */
function nextTurn(): Promise<void> {
  return (lastTurn = lastTurn.then(() => setImmediate()))
}

/** Begins to measure. Time spent waiting counts too. */
export function createTimeBudget(
  { stopwatch, timeoutSeconds }: Pick<Environment, 'stopwatch' | 'timeoutSeconds'>,
  code: OverdueCode = 'operation_timeout',
): TimeBudget {
  let sliceStart = stopwatch()
  const end = sliceStart + timeoutSeconds * 1000
  const yieldSlice = async () => {
    await nextTurn()
    sliceStart = stopwatch()
  }
  return {
    step() {
      const now = stopwatch()
      if (now >= end) throw new TrackerError(code)
      return now - sliceStart > maxTimeSlice ? yieldSlice() : undefined
    },
    left: () => Math.max(0, end - stopwatch()),
  }
}

/** For background work, which has no timeout but yields like any operation. */
export function createBackgroundBudget(environment: Pick<Environment, 'stopwatch'>): TimeBudget {
  return createTimeBudget({ stopwatch: environment.stopwatch, timeoutSeconds: Infinity })
}
