// What becomes of one run of an operation: its answer or its error, and how long it may take.
import type { Credential, ProvenCredential } from '../auth/identity.js'
import { createTimeBudget, unlimitedTime, type OverdueCode, type TimeBudget } from '../call/time-budget.js'
import { createOwnErrors, faultBy, type OwnErrors } from '../call/store-errors.js'
import { commonErrors } from '../call/define/common-errors.js'
import type { AnyOperation } from '../call/define/operation.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError, TrackerError, type ErrorCode } from '../kernel/errors.js'
import { isStoreError } from '../store/index.js'

/** What the embedding program does for itself, such as filling a tracker, takes as long as it takes. */
export function timeBudgetOf(
  environment: Environment,
  operation: AnyOperation,
  credential: Credential | ProvenCredential,
): TimeBudget {
  const isSystem = credential !== null && 'system' in credential && credential.system
  return isSystem ? unlimitedTime : createTimeBudget(environment, overdueCode(operation))
}

/** The same error; a query that the store has timed out counts as a run that has used up its time. */
export function withOverdue(operation: AnyOperation, error: unknown): unknown {
  const cause = isTrackerError(error, 'fault') ? error.cause : error
  return isStoreError(cause, 'overdue') ? new TrackerError(overdueCode(operation)) : error
}

function overdueCode(operation: AnyOperation): OverdueCode {
  return 'reads' in operation && operation.reads === 'scan' ? 'search_too_expensive' : 'operation_timeout'
}

export type Attempt<T> = { readonly value: T } | { readonly error: unknown }

/** Who calls comes before what is wrong with the input. */
export function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}

export function resultOf<T>(made: Attempt<T>): T {
  if ('error' in made) throw made.error
  return made.value
}

interface Run {
  readonly operation: AnyOperation
  readonly signal: AbortSignal | undefined
  readonly checkAnswers: boolean
}

/** Does the work of an operation; whatever that fails with is then what callers are told. */
export async function withMeaning<T>(
  { operation, signal, checkAnswers }: Run,
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

/** What only programs that embed the tracker can meet. */
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

/** An answer that was cut down by field names is not checked: it has the shape that was asked for. */
export function checkAnswer(operation: AnyOperation, input: unknown, answer: unknown): unknown {
  const isCut = typeof input === 'object' && input !== null && ('include_fields' in input || 'exclude_fields' in input)
  return isCut ? answer : operation.output.parse(answer)
}
