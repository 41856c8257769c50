// Processes due rows when woken, and at intervals.
import type { Environment } from '../../kernel/environment.js'
import { isTrackerError } from '../../kernel/errors.js'

export interface Loop {
  /** Checks soon, but not before the caller has continued. */
  readonly wake: () => void
  /** Looks now, after any look in progress. Returns true if there was anything to do. */
  readonly look: () => Promise<boolean>
  readonly isClosed: () => boolean
  /** Stops checking, and waits for a running check. */
  close(): Promise<void>
}

interface LoopOptions {
  readonly environment: Environment
  /** Processes due rows. Returns true if there were any. */
  readonly deal: () => Promise<boolean>
  /** Look when asked to, and not by oneself. */
  readonly onDemand: boolean
  /** Log message for a failure of `deal`. */
  readonly failure: string
}

/** Milliseconds between checks for due rows, and for those of other processes. */
const pollPause = 5000

/** Runs one check at a time; errors are logged, and the check is repeated after the pause. */
export function createLoop({ environment, deal, onDemand, failure }: LoopOptions): Loop {
  let isClosed = false
  let isQueued = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<unknown> = Promise.resolve()

  function look(): Promise<boolean> {
    const next = looking.then(deal).catch((error: unknown) => {
      if (!isTrackerError(error, 'tracker_closed')) environment.logger.warn(failure, { error })
      return false
    })
    looking = next.then(() => {
      clearTimeout(timer)
      if (!isClosed && !onDemand) timer = setTimeout(wake, pollPause).unref()
    })
    return next
  }

  function wake(): void {
    if (isQueued || isClosed || onDemand) return
    isQueued = true
    setImmediate(() => {
      isQueued = false
      if (!isClosed) void look()
    })
  }

  return {
    wake,
    look,
    isClosed: () => isClosed,
    async close() {
      isClosed = true
      await looking
      clearTimeout(timer)
    },
  }
}
