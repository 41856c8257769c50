// Translates errors of the store, and unexpected errors, for callers.
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import { isStoreError, type StoreError, type StoreErrorCode } from '../store/index.js'

/**
 * Expected errors of a working store. Any other is a `fault`, a mistake in the store or its caller: `unique` (callers
 * know when to expect it), `schema_older` (queries start after the migration), and `overdue` outside of operations,
 * which have a separate error for it.
 *
 * After disk errors, stores report only `unavailable`: `store_full` and `store_read_only` promise that nothing was
 * written, which is unknown then.
 */
const meanings: { readonly [C in StoreErrorCode]?: (error: StoreError) => TrackerError } = {
  retry: (cause) => causedBy(cause, new TrackerError('store_busy')),
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
 * Translates an error of the store for callers. If operators can fix the problem, the `cause` is the original error.
 * Other errors are returned unchanged.
 */
export function meaningToCallers(error: unknown): unknown {
  return isStoreError(error) ? (meanings[error.code]?.(error) ?? faultBy(error)) : error
}

/** Translates any error for callers: an unexpected one becomes a `fault`. */
export function trackerErrorOf(error: unknown): TrackerError {
  const meaning = meaningToCallers(error)
  return isTrackerError(meaning) ? meaning : faultBy(error)
}

/** Returns true if the store is unavailable at the moment, for any query. */
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

/** Errors thrown by code of the caller, for example in a transaction, which are passed on unchanged. */
export interface OwnErrors {
  /** Does work of the caller's. */
  during<T>(work: () => T | Promise<T>): Promise<T>
  /** Returns the error to show to the caller. */
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
