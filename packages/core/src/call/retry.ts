import { setTimeout as wait } from 'node:timers/promises'
import type { Environment } from '../kernel/environment.js'
import { TrackerError } from '../kernel/errors.js'
import { isStoreError, type StoreErrorCode } from '../store/index.js'

/** So often work is run before it is given up. */
const maxAttempts = 14

type Fault = 'store_unavailable' | 'store_full' | 'store_read_only' | 'schema_newer'

/** What callers are told of errors of the store; beside it, as the cause, is what those who run the tracker want to know. */
const faults: { readonly [C in StoreErrorCode]?: Fault } = {
  unavailable: 'store_unavailable',
  full: 'store_full',
  read_only: 'store_read_only',
  schema_newer: 'schema_newer',
}

/**
 * Runs the whole work again, after a pause that grows, while the store says that it lost a race.
 * @throws store_busy when it goes on losing, store_unavailable, store_full and store_read_only when the database cannot be used,
 *   schema_newer when this process is too old for it, table_exists when the database has other tables by our names
 */
export async function retrying<T>(
  environment: Pick<Environment, 'random'>,
  work: () => Promise<T>,
  pause: (milliseconds: number) => Promise<unknown> = wait,
  attempts: number = maxAttempts,
): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await work()
    } catch (error) {
      const fault = isStoreError(error) ? faults[error.code] : undefined
      if (fault !== undefined) throw Object.assign(new TrackerError(fault), { cause: error })
      if (isStoreError(error, 'table_exists')) throw new TrackerError('table_exists', { table: error.entity ?? '' })
      if (!isStoreError(error, 'retry')) throw error
      if (attemptNumber >= attempts) throw new TrackerError('store_busy')
      const [byte = 0] = environment.random(1)
      await pause(Math.min(1000, 2 ** attemptNumber) * (0.5 + byte / 512))
    }
  }
}
