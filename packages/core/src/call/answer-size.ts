// How much of what is stored may be read for one answer, which is in memory as a whole.
import { TrackerError } from '../kernel/errors.js'

/** Characters and bytes. */
const largestAnswer = 32 * 1024 * 1024

/** Size of a row without its long texts. */
export const sizeOfRow = 100

export interface AnswerSize {
  /**
   * Counts what was read. Only what the caller may see counts: a limit must not reveal that there is more.
   * @throws answer_too_large, naming the field to ask less of
   */
  add(size: number, field: string): void
}

/** Begins to count what is read for one answer. */
export function createAnswerSize(): AnswerSize {
  let all = 0
  return {
    add(size, field) {
      all += size
      if (all > largestAnswer) throw new TrackerError('answer_too_large', { field, limit: largestAnswer })
    },
  }
}
