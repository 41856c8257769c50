// Something done to a bug as the account of a hook, or less of it where it is refused.
import { isTrackerError, type ErrorCode, type TrackerError } from '../kernel/errors.js'
import { updateBugs } from '../operations/bugs/update.js'
import type { TrackerContext } from './context.js'
import { runSession } from './run-transaction.js'
import type { TransactionWork } from './session/transaction-handle.js'

export interface Outcome<T> {
  readonly result: T
  /** Why the first candidate was not possible. */
  readonly refusal: TrackerError | undefined
}

/** Marks an error as a refusal by rules of the tracker, as opposed to trouble of its store. */
export class Refused extends Error {
  override readonly name = 'Refused'

  constructor(override readonly cause: TrackerError) {
    super('an update was refused', { cause })
  }
}

const refusals: readonly ErrorCode[] = updateBugs.errors ?? []

/** Runs an update within a transaction. @throws Refused */
export async function refusableUpdate<T>(update: Promise<T>): Promise<T> {
  try {
    return await update
  } catch (error) {
    throw isTrackerError(error) && refusals.includes(error.code) ? new Refused(error) : error
  }
}

/** Runs the first of the candidates that is not refused, each in a separate transaction. The last one must not be refused. */
export async function firstPossible<C, T>(
  context: TrackerContext,
  candidates: readonly C[],
  work: (candidate: C, ...parts: Parameters<TransactionWork<T>>) => Promise<T>,
): Promise<Outcome<T>> {
  let refusal: TrackerError | undefined
  for (const candidate of candidates) {
    try {
      const result = await runSession(context, (tx, invoke) => work(candidate, tx, invoke))
      return { result, refusal }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusal ??= error.cause
    }
  }
  throw refusal ?? new Error('there was nothing to do')
}
