// Errors that are about one of the bugs being written.
import { isTrackerError, type TrackerError } from '../../../kernel/errors.js'

/** Receives an error of a bug. A function that collects errors lets the other bugs be checked. */
export type Refuse = (bugId: number, error: TrackerError) => void

/** A write fails with the first. @throws TrackerError */
export const fail: Refuse = (_bugId, error) => {
  throw error
}

/** The error that the work fails with, if any. @throws errors that are no TrackerError */
export function failureOf(work: () => unknown): TrackerError | undefined {
  try {
    work()
  } catch (error) {
    return asRefusal(error)
  }
  return undefined
}

/** The error, if a bug can be refused for it. @throws any other error */
export function asRefusal(error: unknown): TrackerError {
  if (isTrackerError(error)) return error
  throw error
}
