import { setTimeout as wait } from 'node:timers/promises'
import type { Environment } from './environment.js'
import { TrackerError } from './errors.js'
import { isStoreError } from './store/index.js'

const maxAttempts = 14

/**
 * Runs the whole work again, after a pause that grows, while the store says that it lost a race.
 * @throws store_busy when it goes on losing, store_unavailable when the database cannot be used
 */
export async function retrying<T>(
  environment: Pick<Environment, 'random'>,
  work: () => Promise<T>,
  pause: (milliseconds: number) => Promise<unknown> = wait,
): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await work()
    } catch (error) {
      if (isStoreError(error, 'unavailable')) throw unavailable(error)
      if (!isStoreError(error, 'retry')) throw error
      if (attemptNumber === maxAttempts) throw new TrackerError('store_busy')
      const [byte = 0] = environment.random(1)
      await pause(Math.min(1000, 2 ** attemptNumber) * (0.5 + byte / 512))
    }
  }
}

/** What callers are told, and beside it what those who run the tracker want to know. */
function unavailable(cause: Error): TrackerError<'store_unavailable'> {
  return Object.assign(new TrackerError('store_unavailable'), { cause })
}
