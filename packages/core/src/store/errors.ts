import { joinRefusals, type JoinRefusal } from '../kernel/join-refusals.js'
import type { Migration } from './types.js'

/** What can go wrong in a store. Core knows what each means for callers. */
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
 * A failure of the store itself.
 * - `retry`: lost a race with another transaction; nothing was written; run the whole work again.
 * - `unique`: two rows would share values that must be unique; `entity` and `columns` say which. The transaction stays usable.
 * - `reentrant`: the store itself was used from inside `work`; use the handle that `work` was given.
 * - `closed`: the store, or the handle of work that has settled, is no longer usable.
 * - `schema_newer`: a newer version of the software has changed the store in a way this one does not understand.
 * - `schema_older`: the store has not been brought up to date, and was opened in a way that changes nothing.
 * - `unavailable`: the database cannot be reached, does not answer in the time that it has, or is damaged or gone.
 * - `full`: there is no room to write; nothing was written.
 * - `read_only`: the database can be read, but not written; nothing was written.
 * - `overdue`: a question took longer than it may, and was ended.
 * - `table_exists`: the database has a table of somebody else's that has the name of one of ours; `entity` says which.
 * - `join_refused`: a transaction that somebody else has begun cannot be joined; `reason` says why.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly entity: string | undefined
  readonly columns: readonly string[] | undefined
  readonly reason: JoinRefusal | undefined
  /** Of `schema_older`: what has not been run on a store that holds something. */
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
