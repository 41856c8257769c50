import { joinRefusals, type JoinRefusal } from '../kernel/join-refusals.js'
import type { Migration } from './types.js'

/** Error codes of stores. Core maps them to errors for callers. */
export type StoreErrorCode =
  | 'retry'
  | 'unique'
  | 'reentrant'
  | 'closed'
  | 'schema_newer'
  | 'schema_older'
  | 'unavailable'
  | 'full'
  | 'read_only'
  | 'overdue'
  | 'table_exists'
  | 'join_refused'

/**
 * A failure of the store.
 * - `retry`: lost a race with another transaction; nothing was written; run the whole work again.
 * - `unique`: a unique value exists already; see `entity` and `columns`. The transaction stays usable.
 * - `reentrant`: the store was used from inside `work`; use the handle passed to `work`.
 * - `closed`: the store, or the handle of finished work, is no longer usable.
 * - `schema_newer`: a newer version of the software has changed the store incompatibly.
 * - `schema_older`: the store needs a migration, and was opened without permission to change it.
 * - `unavailable`: the database is unreachable, timed out, damaged or missing.
 * - `full`: there is no space to write; nothing was written.
 * - `read_only`: the database can be read, but not written; nothing was written.
 * - `overdue`: a query exceeded its time limit and was cancelled.
 * - `table_exists`: a table that the store does not own has the name of one of its tables; see `entity`.
 * - `join_refused`: the host's transaction cannot be joined; see `reason`.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly entity: string | undefined
  readonly columns: readonly string[] | undefined
  readonly reason: JoinRefusal | undefined
  /** Of `schema_older`: pending migrations of a nonempty store. */
  readonly pending: readonly Pick<Migration, 'id' | 'name' | 'breaking'>[]

  constructor(
    readonly code: StoreErrorCode,
    message: string,
    details: {
      entity?: string
      columns?: readonly string[]
      reason?: JoinRefusal
      pending?: StoreError['pending']
      cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.entity = details.entity
    this.columns = details.columns
    this.reason = details.reason
    this.pending = details.pending ?? []
  }
}

/** Refuses to join a transaction. */
export function joinRefused(reason: JoinRefusal, cause?: unknown): StoreError {
  return new StoreError('join_refused', `the transaction cannot be joined: ${joinRefusals[reason]}`, { reason, cause })
}

/** Recognises a store error, also one made by another copy of this module. */
export function isStoreError(error: unknown, code?: StoreErrorCode): error is StoreError {
  if (!(error instanceof Error) || error.name !== 'StoreError' || !('code' in error)) return false
  return code === undefined || error.code === code
}
