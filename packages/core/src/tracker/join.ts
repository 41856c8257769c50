// Operations within a transaction that the host has begun on a connection of its own: the host commits.
import { noteLastUse, type StaleCredential } from '../auth/identity.js'
import { retrying } from '../call/retry.js'
import { createOwnErrors } from '../call/store-errors.js'
import { TrackerError } from '../kernel/errors.js'
import type { Effects } from './effects.js'
import { requireWork } from './options.js'
import {
  defaultTimeout,
  openSession,
  type Transaction,
  type TransactionOptions,
  type TransactionParts,
} from './transaction.js'

/**
 * A connection of the host's own to the data of the store, with a transaction open on it: for SQLite a `Database` of better-sqlite3
 * or `DatabaseSync` of node:sqlite on the same file, for PostgreSQL a `Client` or `PoolClient` of pg.
 */
export type HostConnection = object

/** What was done within a transaction of the host's. */
export interface Joined<T> {
  /** What the work resolved with. It holds once the host has committed. */
  readonly result: T
  /** To be called after the host's COMMIT: calls listeners, and wakes what sends mail. Called again it does nothing. */
  committed(): void
}

export interface Joins {
  join<T>(
    connection: HostConnection,
    work: (tx: Transaction) => Promise<T>,
    options?: Pick<TransactionOptions, 'timeout'>,
  ): Promise<Joined<T>>
  /** For the end: of joined transactions with something to tell that were never said to be committed. */
  warnOfUntold(): void
}

/** @param tell tells others of what has been committed */
export function createJoins(parts: TransactionParts, tell: (effects: Effects) => void): Joins {
  const { store, environment, afterwards } = parts
  let untold = 0

  function joined<T>(result: T, effects: Effects, stale: readonly StaleCredential[]): Joined<T> {
    const news = effects.events.length > 0 ? 1 : 0
    let isTold = false
    untold += news
    return {
      result,
      committed() {
        if (isTold) return
        isTold = true
        untold -= news
        tell(effects)
        const origin = { environment, store, address: undefined, afterwards }
        if (stale.length > 0) afterwards(() => noteLastUse(origin, stale))
      },
    }
  }

  return {
    async join(connection, work, { timeout = defaultTimeout } = {}) {
      requireWork(work, timeout)
      const own = createOwnErrors()
      const stale: StaleCredential[] = []
      const once = async () => {
        if (!store.join) throw new TrackerError('join_refused', { reason: 'not_supported' })
        return store.join(connection, async (tx) => {
          // What the transaction has changed before may be undone: from the beginning, what is learned is kept from all others. And
          // it may have begun before what is known was there.
          const session = openSession(tx, { ...parts, beginCall: parts.beginCall.fresh() }, stale)
          return { result: await session.run(work, timeout, own), effects: session.effects }
        })
      }
      // A race that was lost has undone what the host did as well, which only the host can repeat.
      try {
        const { result, effects } = await retrying(environment, once, { attempts: 1 })
        return joined(result, effects, stale)
      } catch (error) {
        throw own.meaningOf(error)
      }
    },
    warnOfUntold() {
      if (untold > 0)
        environment.logger.warn(
          `of ${untold} joined transactions nobody said that they were committed: listeners were not told of them`,
        )
    },
  }
}
