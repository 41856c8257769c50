// The face of a transaction, for the programs that use it.
import type { ChangeEvent } from '../../call/change-event.js'
import type { Credential, Identity, ProvenCredential } from '../../auth/identity.js'
import type { AnyOperation } from '../../call/define/operation.js'
import type { Operations } from '@trackerkit/types'
import type { CallOrigin } from './begin-call.js'

/** The operations inside of a transaction. They run one after the other, in the order in which they are called. */
export interface Transaction {
  /** The operations as one user may use them. Passwords are not accepted. */
  as(who: Identity | readonly Identity[], origin?: CallOrigin): Operations
  /** The operations without any check of rights and visibility; in a user's name when given a login. */
  asSystem(login?: string): Operations
  /**
   * Runs one SQL statement about tables of the program on the connection of the transaction, so that its changes are kept or undone
   * with it. Values take the place of the driver's placeholders: `?` in SQLite, `$1` in PostgreSQL. A statement that fails ends the
   * transaction. Not for the tables of the tracker, which it caches and checks.
   *
   * @throws query_refused for several statements, and for those that end transactions or change the connection
   * @throws not_in_transaction on the memory store, which has no SQL
   * @throws transaction_failed, with the error of the database as its cause
   */
  query<R = Record<string, unknown>>(sql: string, values?: readonly unknown[]): Promise<R[]>
}

/** Options of `transaction` and `join`. */
export interface TransactionOptions {
  /** After this time in milliseconds all is rolled back (default 10,000), because other writers wait for it. */
  readonly timeout?: number | undefined
  /** Run the work again when it has lost a race (default true); otherwise it is `store_busy`. */
  readonly retries?: boolean | undefined
}

/** Runs an operation in its turn. Parts of the tracker run operations that are not public as well. */
export type RunInTurn = (
  operation: AnyOperation,
  who: Credential | ProvenCredential,
  input: unknown,
  origin: CallOrigin,
  signal: AbortSignal | undefined,
  /** Changes of earlier operations that the entries of this one include. */
  earlier?: readonly ChangeEvent[],
) => Promise<unknown>

/** The work of a transaction of parts of the tracker. */
export type TransactionWork<T> = (tx: Transaction, invoke: RunInTurn) => Promise<T>
