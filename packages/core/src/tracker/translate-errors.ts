// Converts errors of operations and stores to those for callers.
import { createOwnErrors, faultBy, type OwnErrors } from '../call/store-errors.js'
import { commonErrors } from '../call/define/common-errors.js'
import type { AnyOperation } from '../call/define/operation.js'
import { isTrackerError, type ErrorCode } from '../kernel/errors.js'
import { withOverdue } from './time-limit.js'

/** Runs an operation, and translates its error. */
export async function translateErrors<T>(
  operation: AnyOperation,
  signal: AbortSignal | undefined,
  checkAnswers: boolean,
  work: (own: OwnErrors) => Promise<T>,
): Promise<T> {
  const own = createOwnErrors()
  try {
    signal?.throwIfAborted()
    return await work(own)
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw error
    const meaning = own.meaningOf(withOverdue(operation, error))
    throw checkAnswers ? asListed(operation, meaning) : meaning
  }
}

/** Errors that only programs that embed the tracker can get. */
const embeddingErrors: readonly ErrorCode[] = [
  'use_transaction',
  'not_in_transaction',
  'join_refused',
  'transaction_failed',
  'invalid_options',
  'fault',
]

/** The same error, or a fault instead of one that neither the operation lists nor every operation may fail with. */
export function asListed({ name, errors = [] }: AnyOperation, error: unknown): unknown {
  if (!isTrackerError(error) || [...errors, ...commonErrors, ...embeddingErrors].includes(error.code)) return error
  return faultBy(new Error(`${name} fails with ${error.code}, which is not among its errors`, { cause: error }))
}
