import { setTimeout as wait } from 'node:timers/promises'
import type { Environment } from './environment.js'
import { TrackerError } from './errors.js'
import { isStoreError } from './store/index.js'

const maxAttempts = 14

/** Runs the whole work again, after a pause that grows, while the store says that it lost a race. */
export async function retrying<T>(environment: Environment, work: () => Promise<T>): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await work()
    } catch (error) {
      if (isStoreError(error, 'unavailable')) throw new TrackerError('store_unavailable')
      if (!isStoreError(error, 'retry')) throw error
      if (attemptNumber === maxAttempts) throw new TrackerError('store_busy')
      const [byte = 0] = environment.random(1)
      await wait(Math.min(1000, 2 ** attemptNumber) * (0.5 + byte / 512))
    }
  }
}
