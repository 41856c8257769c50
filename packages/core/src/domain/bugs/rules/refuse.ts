// What becomes of an error that is about one of the bugs being written.
import type { TrackerError } from '../../../kernel/errors.js'

/** Is told what is wrong with a bug. Whoever only tries a write notes it down and goes on. */
export type Refuse = (bugId: number, error: TrackerError) => void

/** A write fails with the first. @throws TrackerError */
export const fail: Refuse = (_bugId, error) => {
  throw error
}
