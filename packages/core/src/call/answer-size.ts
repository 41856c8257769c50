// Limits the stored data that one response may read, as it is completely in memory.
import { TrackerError } from '../kernel/errors.js'

/** Characters and bytes. */
const largestAnswer = 32 * 1024 * 1024

/** Bytes of products and components as JSON, which are sent whole unless fields are left out. Writing 32 MB takes more than a second. */
export const largestList = 16 * 1024 * 1024

/** Size of a row without its long texts. */
export const sizeOfRow = 100

export interface AnswerSize {
  /**
   * Counts visible data only: a limit must not reveal hidden data.
   * @throws answer_too_large, naming the field to ask less of
   */
  add(size: number, field: string): void
}

/** Begins to count the data read for one response. */
export function createAnswerSize(limit = largestAnswer): AnswerSize {
  let all = 0
  return {
    add(size, field) {
      all += size
      if (all > limit) throw new TrackerError('answer_too_large', { field, limit })
    },
  }
}
