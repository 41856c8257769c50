// Limits what one search may read into memory where the store cannot evaluate a condition.
import type { TimeBudget } from '../../call/time-budget.js'
import { TrackerError } from '../../kernel/errors.js'

const most = {
  /** Rows. */
  rows: 100_000,
  /** Steps of matching: at worst, the number of characters times the length of the pattern. About a second. */
  steps: 20_000_000,
}

/** Steps of matching between two looks at the clock: they take less than a millisecond. */
export const mostStepsAtOnce = 10_000

/** The input that causes the work. */
export interface Asking {
  readonly field: string
  readonly values: readonly string[]
}

export interface Budget {
  /** @throws search_too_much_text */
  takeRows(count: number, asking: Asking): void
  /**
   * Yields to the event loop now and then. Await the result.
   * @throws search_too_much_text
   */
  takeSteps(count: number, asking: Asking): Promise<unknown> | undefined
  /** The same for steps that are not limited. Await the result. */
  readonly passSteps: (count: number) => Promise<unknown> | undefined
}

export function createBudget(timeBudget: TimeBudget): Budget {
  let [rows, steps, stepsAtOnce] = [most.rows, most.steps, 0]
  const require = (left: number, { field, values }: Asking) => {
    if (left < 0) throw new TrackerError('search_too_much_text', { field, value: values.join(' ') })
  }
  const passSteps = (count: number) => {
    stepsAtOnce += count
    if (stepsAtOnce < mostStepsAtOnce) return undefined
    stepsAtOnce = 0
    return timeBudget.step()
  }
  return {
    takeRows: (count, asking) => require((rows -= count), asking),
    takeSteps(count, asking) {
      require((steps -= count), asking)
      return passSteps(count)
    },
    passSteps,
  }
}
