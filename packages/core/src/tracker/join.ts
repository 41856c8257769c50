// Runs operations in a transaction that the host has started on its connection; the host commits.
import type { StaleCredential } from '../auth/last-use.js'
import { retrying } from '../call/retry.js'
import { createOwnErrors } from '../call/store-errors.js'
import { TrackerError } from '../kernel/errors.js'
import { noteUseLater, notify } from './after-commit.js'
import type { TrackerContext } from './context.js'
import { loadOperations } from './find-operation.js'
import type { Effects } from './session/effects.js'
import { requireWork } from './options.js'
import { defaultTimeout, openSession } from './transaction.js'
import type { Transaction, TransactionOptions } from './session/transaction-handle.js'

/**
 * A connection of the host's own to the data of the store, with a transaction open on it: for SQLite a `Database` of better-sqlite3
 * or `DatabaseSync` of node:sqlite on the same file, for PostgreSQL a `Client` or `PoolClient` of pg.
 */
export type HostConnection = object

/** The result of work within a transaction of the host's. */
export interface Joined<T> {
  /** The result of the work. It holds once the host has committed. */
  readonly result: T
  /** To be called after the host's COMMIT: calls listeners, and wakes the delivery of email. Further calls do nothing. */
  committed(): void
}

export interface Joins {
  join<T>(
    connection: HostConnection,
    work: (tx: Transaction) => Promise<T>,
    options?: Pick<TransactionOptions, 'timeout'>,
  ): Promise<Joined<T>>
  /** For the end: warns of joined transactions with events for which `committed` was never called. */
  warnOfUnreported(): void
}

export function createJoins(context: TrackerContext): Joins {
  const { store, environment } = context
  let unreported = 0

  function joined<T>(result: T, effects: Effects, stale: readonly StaleCredential[]): Joined<T> {
    const counted = effects.events.length > 0 ? 1 : 0
    let isReported = false
    unreported += counted
    return {
      result,
      committed() {
        if (isReported) return
        isReported = true
        unreported -= counted
        void notify(context, effects)
        noteUseLater(context, stale)
      },
    }
  }

  return {
    async join(connection, work, options = {}) {
      requireWork(work, options, 'join')
      const { timeout = defaultTimeout } = options
      const own = createOwnErrors()
      const stale: StaleCredential[] = []
      const once = async () => {
        if (!store.join) throw new TrackerError('join_refused', { reason: 'not_supported' })
        return store.join(connection, async (tx) => {
          await loadOperations()
          // Earlier changes of the transaction may be rolled back, so cached data is not shared with other calls, in
          // either direction.
          const session = openSession(tx, context, context.beginCall.fresh(), stale, own)
          return { result: await session.run(work, timeout), effects: session.effects }
        })
      }
      // A lost race has undone the host's changes as well, which only the host can repeat.
      try {
        const { result, effects } = await retrying(environment, once, { attempts: 1 })
        return joined(result, effects, stale)
      } catch (error) {
        throw own.meaningOf(error)
      }
    },
    warnOfUnreported() {
      if (unreported > 0)
        environment.logger.warn(
          `${unreported} joined transactions were never confirmed with committed(): listeners were not notified`,
        )
    },
  }
}
