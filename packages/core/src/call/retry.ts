import { setTimeout } from 'node:timers/promises'
import type { Environment } from '../kernel/environment.js'
import { isStoreError } from '../store/index.js'
import { meaningToCallers } from './store-errors.js'

/** Maximum number of attempts. */
const maxAttempts = 14

export interface Retrying {
  /** Maximum number of attempts. */
  readonly attempts?: number | undefined
  /** Ends it before an attempt, or while it waits for one. */
  readonly signal?: AbortSignal | undefined
  readonly pause?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>
}

/**
 * Repeats the whole work, after growing pauses, while the store reports that it lost a race.
 * @throws store_busy after too many attempts, store_unavailable, store_full and store_read_only when the database
 *   cannot be used, schema_newer when this process is too old for it, table_exists when the database has other tables
 *   with our names, use_transaction for the store used from inside its own work, join_refused for a transaction that
 *   cannot be joined, tracker_closed for a store that has been closed, fault for any other error of the store; other
 *   errors of the work; the reason of the signal
 */
export async function retrying<T>(
  environment: Pick<Environment, 'random'>,
  work: () => Promise<T>,
  { attempts = maxAttempts, signal, pause = wait }: Retrying = {},
): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isStoreError(error, 'retry') || attemptNumber >= attempts) throw meaningToCallers(error)
      const [byte = 0] = environment.random(1)
      await pause(Math.min(1000, 2 ** attemptNumber) * (0.5 + byte / 512), signal)
    }
  }
}

/** An aborted pause ends early; the caller checks the signal. */
async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await setTimeout(milliseconds, undefined, signal && { signal }).catch(() => undefined)
}
