// Removes old entries: when a tracker starts, and every hour while it runs.
import { trimAuditLog } from '../domain/audit/trim.js'
import { trimInbound } from '../domain/inbound/trim.js'
import { trimActing } from '../domain/sessions/trim.js'
import { trimFeed } from '../feed/trim.js'
import { trimAnswers } from './idempotency/trim.js'
import type { BackgroundContext } from '../call/background-context.js'

type SweeperContext = Pick<BackgroundContext, 'store' | 'environment'>

/** Milliseconds. */
const hour = 3_600_000

/** Removes old entries of the change feed, the audit log, the kept answers, inbound items and sessions of actors. Ends early once `isOver` returns true. */
export async function sweep(context: SweeperContext, isOver?: () => boolean): Promise<void> {
  for (const trim of [trimFeed, trimAuditLog, trimAnswers, trimInbound, trimActing]) await trim(context, isOver)
}

/** A running cleanup job. */
export interface Sweeper {
  /** Begins no further cleanup, and waits for a running one. */
  close(): Promise<void>
}

/** Sweeps every hour until it is closed. A failure is logged, and tried again an hour later. */
export function createSweeper(context: SweeperContext): Sweeper {
  let isClosed = false
  let sweeping: Promise<void> = Promise.resolve()
  const sweepNext = () => {
    sweeping = sweeping
      .then(() => sweep(context, () => isClosed))
      .catch((error: unknown) => context.environment.logger.warn('could not remove what is old', { error }))
  }
  const timer = setInterval(sweepNext, hour).unref()
  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      await sweeping
    },
  }
}
