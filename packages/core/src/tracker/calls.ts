// The calls in flight, for closing to wait for.
import { retrying } from '../call/retry.js'
import type { Preparation } from '../call/define/operation.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'

export interface Calls {
  /** @throws tracker_closed once the tracker has been closed */
  track<T>(work: () => Promise<T>): Promise<T>
  readonly afterwards: Preparation['afterwards']
  /** The same for work that the response waits for. */
  readonly complete: (work: () => Promise<void>) => Promise<void>
  /** Accepts no more calls, and waits for those in flight. */
  close(): Promise<void>
}

export function createCalls(environment: Environment): Calls {
  const waiting: (() => void)[] = []
  let count = 0
  let isClosed = false

  async function during<T>(work: () => Promise<T>): Promise<T> {
    count++
    try {
      return await work()
    } finally {
      count--
      if (count === 0) for (const proceed of waiting.splice(0)) proceed()
    }
  }

  return {
    track: (work) => (isClosed ? Promise.reject(new TrackerError('tracker_closed')) : during(work)),
    afterwards: (work, pause = 0) =>
      void during(async () => {
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
        await tidyUp(environment, work)
      }),
    complete: (work) => during(() => tidyUp(environment, work)),
    async close() {
      isClosed = true
      if (count > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

/** A store that cannot be used fails calls as well: only other failures are worth logging. */
async function tidyUp(environment: Environment, work: () => Promise<void>): Promise<void> {
  try {
    await retrying(environment, work)
  } catch (error) {
    if (isTrackerError(error) && error.code !== 'fault') return
    environment.logger.warn('could not write down what a call left behind', { error })
  }
}
