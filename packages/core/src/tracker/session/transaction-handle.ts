// The face of a transaction, for the programs that use it.
import type { Credential, Identity } from '../../auth/identity.js'
import type { AnyOperation } from '../../call/define/operation.js'
import type { Operations } from '@trackerkit/types'
import type { CallOrigin } from './begin-call.js'

/** The operations inside of a transaction. They run one after the other, in the order in which they are called. */
export interface Transaction {
  /** The operations as one user may use them. Passwords are not accepted. */
  as(who: Identity | readonly Identity[], origin?: CallOrigin): Operations
  /** The operations without any check of rights and visibility; in a user's name when given a login. */
  asSystem(login?: string): Operations
}

/** Options of `transaction` and `join`. */
export interface TransactionOptions {
  /** After this time in milliseconds all is rolled back (default 10,000), because other writers wait for it. */
  readonly timeout?: number
  /** Run the work again when it has lost a race (default true); otherwise it is `store_busy`. */
  readonly retries?: boolean
}

/** Runs an operation in its turn. Parts of the tracker run operations that are not public as well. */
export type RunInTurn = (
  operation: AnyOperation,
  who: Credential,
  input: unknown,
  origin: CallOrigin,
  signal: AbortSignal | undefined,
) => Promise<unknown>

/** The work of a transaction of parts of the tracker. */
export type TransactionWork<T> = (tx: Transaction, invoke: RunInTurn) => Promise<T>
