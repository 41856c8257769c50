import { createHash } from 'node:crypto'
import { createLruCache } from '@trackerkit/core/store'
import type pg from 'pg'

/** Tracks prepared statements by connection. */
export interface Statements {
  /** The name under which a connection prepares a statement; none for one that has not come before. */
  nameOf(client: pg.ClientBase, sql: string): string | undefined
  /**
   * Returns whether a connection should be replaced because it has prepared too many statements; it never drops any.
   */
  isFull(client: pg.ClientBase): boolean
  /** Prepares nothing any more: a proxy gives the statements of one connection to several. */
  stop(): void
}

/** How many statements are remembered, and how many a connection prepares in its life. */
const statementsKept = 500
/** Longer statements are INSERTs of many rows, which rarely repeat. */
const longestPrepared = 10_000

interface Statement {
  readonly name: string
  uses: number
}

/** @param logger notified when nothing is prepared any more */
export function createStatements(logger: { warn(message: string): void }): Statements {
  const statements = createLruCache<Statement>(statementsKept)
  const prepared = new WeakMap<pg.ClientBase, Set<string>>()
  let isStopped = false
  return {
    nameOf(client, sql) {
      if (isStopped || sql.length > longestPrepared) return undefined
      const statement = statements.get(sql, () => ({ name: digest(sql), uses: 0 }))
      if (statement.uses++ === 0) return undefined
      const names = prepared.get(client) ?? new Set()
      prepared.set(client, names.add(statement.name))
      return statement.name
    },
    isFull: (client) => (prepared.get(client)?.size ?? 0) > statementsKept,
    stop() {
      if (!isStopped) logger.warn('statements are no longer prepared: a proxy does not keep them')
      isStopped = true
    },
  }
}

/** Nothing is prepared. */
export const noStatements: Statements = { nameOf: () => undefined, isFull: () => false, stop: () => undefined }

/** The same for the same text, so that stores may share a pool. */
function digest(sql: string): string {
  return `trackerkit_${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`
}
