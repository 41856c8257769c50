// What callers are told of errors of the store.
import { TrackerError } from '../kernel/errors.js'
import { isStoreError, type StoreError, type StoreErrorCode } from '../store/index.js'

const meanings: { readonly [C in StoreErrorCode]?: (error: StoreError) => TrackerError } = {
  unavailable: () => new TrackerError('store_unavailable'),
  full: () => new TrackerError('store_full'),
  read_only: () => new TrackerError('store_read_only'),
  schema_newer: () => new TrackerError('schema_newer'),
  reentrant: () => new TrackerError('use_transaction'),
  table_exists: ({ entity = '' }) => new TrackerError('table_exists', { table: entity }),
  join_refused: ({ reason = 'not_supported' }) => new TrackerError('join_refused', { reason }),
}

/**
 * What an error of the store is to callers; its cause, the error itself, is for those who run the tracker. Errors that mean nothing
 * to callers, and those that are not of the store, stay as they are.
 */
export function meaningToCallers(error: unknown): unknown {
  const meaning = isStoreError(error) ? meanings[error.code]?.(error) : undefined
  return meaning ? Object.assign(meaning, { cause: error }) : error
}
