// What has been kept long enough is removed: when a tracker starts, and every hour while it stays.
import { trimAuditLog } from '../domain/audit/trim.js'
import { trimFeed } from '../feed/trim.js'
import { trimAnswers } from './idempotency/trim.js'
import type { Environment } from '../kernel/environment.js'
import type { TrackerSchema } from '../schema/index.js'
import type { Store } from '../store/index.js'

interface Parts {
  readonly store: Store<TrackerSchema>
  readonly environment: Environment
}

/** Milliseconds. */
const hour = 3_600_000

/** Removes what is old from the change feed, the audit log and the answers kept under keys. `isOver` is asked between parts of it. */
export async function sweep(parts: Parts, isOver?: () => boolean): Promise<void> {
  for (const trim of [trimFeed, trimAuditLog, trimAnswers]) await trim(parts, isOver)
}

/** Sweeps from time to time. */
export interface Sweeper {
  /** Begins nothing more, and waits for what is under way. */
  close(): Promise<void>
}

/** Sweeps every hour until it is closed. What fails is logged, and tried again an hour later. */
export function createSweeper(parts: Parts): Sweeper {
  let isClosed = false
  let sweeping: Promise<void> = Promise.resolve()
  const sweepNext = () => {
    sweeping = sweeping
      .then(() => sweep(parts, () => isClosed))
      .catch((error: unknown) => parts.environment.logger.warn('could not remove what is old', { error }))
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
