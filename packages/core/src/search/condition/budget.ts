// What one search may read into memory to answer what no store can be asked.
import { TrackerError } from '../../kernel/errors.js'

const most = {
  /** Rows. */
  rows: 100_000,
  /** Steps of matching: at worst so many characters times the length of the pattern. About a second. */
  steps: 20_000_000,
}

/** Which input asks for it. */
export interface Asking {
  readonly field: string
  readonly values: readonly string[]
}

export interface Budget {
  /** @throws search_too_much_text */
  takeRows(count: number, asking: Asking): void
  /** @throws search_too_much_text */
  takeSteps(count: number, asking: Asking): void
  stepsLeft(): number
}

export function createBudget(): Budget {
  let [rows, steps] = [most.rows, most.steps]
  const require = (left: number, { field, values }: Asking) => {
    if (left < 0) throw new TrackerError('search_too_much_text', { field, value: values.join(' ') })
  }
  return {
    takeRows: (count, asking) => require((rows -= count), asking),
    takeSteps: (count, asking) => require((steps -= count), asking),
    stepsLeft: () => steps,
  }
}
