// What callers are told of errors of the store, and of those that nobody has thought of.
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import { isStoreError, type StoreError, type StoreErrorCode } from '../store/index.js'

/**
 * What happens to a store that does what it should. Anything else is a `fault`, a mistake in the store or in what asks it: `unique`
 * (what asks knows what it has to expect), `schema_older` (nothing is asked before the store is up to date), and `overdue` where
 * no operation is under way, whose own word for it comes first.
 *
 * `unavailable` and no more is what a store says after errors of a disk: `store_full` and `store_read_only` promise that nothing was
 * written, which nobody knows then.
 */
const meanings: { readonly [C in StoreErrorCode]?: (error: StoreError) => TrackerError } = {
  retry: () => new TrackerError('store_busy'),
  closed: () => new TrackerError('tracker_closed'),
  unavailable: (cause) => causedBy(cause, new TrackerError('store_unavailable')),
  full: (cause) => causedBy(cause, new TrackerError('store_full')),
  read_only: (cause) => causedBy(cause, new TrackerError('store_read_only')),
  schema_newer: (cause) => causedBy(cause, new TrackerError('schema_newer')),
  reentrant: (cause) => causedBy(cause, new TrackerError('use_transaction')),
  table_exists: (cause) => causedBy(cause, new TrackerError('table_exists', { table: cause.entity ?? '' })),
  join_refused: (cause) =>
    causedBy(cause, new TrackerError('join_refused', { reason: cause.reason ?? 'not_supported' })),
}

/**
 * What an error of the store is to callers; its cause, the error itself, is for those who run the tracker, where they can do
 * something about it. Errors that are not of the store stay as they are.
 */
export function meaningToCallers(error: unknown): unknown {
  return isStoreError(error) ? (meanings[error.code]?.(error) ?? faultBy(error)) : error
}

/** What any error is to callers: a mistake that nobody has thought of is a `fault`. */
export function trackerErrorOf(error: unknown): TrackerError {
  const meaning = meaningToCallers(error)
  return isTrackerError(meaning) ? meaning : faultBy(error)
}

/** Whether it is the store that cannot do anything just now, whatever it is asked. */
export function isTroubleOfStore(error: unknown): boolean {
  const codes = ['tracker_closed', 'store_busy', 'store_unavailable', 'store_full', 'store_read_only'] as const
  return isStoreError(error) || isTrackerError(error, ...codes, 'schema_newer')
}

export function faultBy(cause: unknown): TrackerError {
  return causedBy(cause, new TrackerError('fault'))
}

export function causedBy(cause: unknown, error: TrackerError): TrackerError {
  return Object.assign(error, { cause })
}

/** Errors of what the caller has brought along, such as the work of a transaction: they go back as they came. */
export interface OwnErrors {
  /** Does work of the caller's. */
  during<T>(work: () => T | Promise<T>): Promise<T>
  /** What the caller gets to see. */
  meaningOf(error: unknown): unknown
}

export function createOwnErrors(): OwnErrors {
  const own = new Set<unknown>()
  return {
    async during(work) {
      try {
        return await work()
      } catch (error) {
        own.add(error)
        throw error
      }
    },
    meaningOf(error) {
      if (own.has(error)) return error
      // One of another store of the caller's, which looked as if it were of this one.
      if (isTrackerError(error) && isStoreError(error.cause) && own.has(error.cause)) return error.cause
      return trackerErrorOf(error)
    },
  }
}
