import { createHash } from 'node:crypto'
import { createLruCache } from '@trackerkit/core/store'
import type pg from 'pg'

/** Which statements are prepared, and on which connections. */
export interface Statements {
  /** The name under which a connection prepares a statement; none for one that has not come before. */
  nameOf(client: pg.ClientBase, sql: string): string | undefined
  /** Whether a connection has prepared so much that another should take its place: it would never forget any of it. */
  isFull(client: pg.ClientBase): boolean
}

/** How many statements are remembered, and how many a connection prepares in its life. */
const statementsKept = 500
/** What is longer is an INSERT of many rows, and seldom the same again. */
const longestPrepared = 10_000

interface Statement {
  readonly name: string
  uses: number
}

export function createStatements(): Statements {
  const statements = createLruCache<Statement>(statementsKept)
  const prepared = new WeakMap<pg.ClientBase, Set<string>>()
  return {
    nameOf(client, sql) {
      if (sql.length > longestPrepared) return undefined
      const statement = statements.get(sql, () => ({ name: digest(sql), uses: 0 }))
      if (statement.uses++ === 0) return undefined
      const names = prepared.get(client) ?? new Set()
      prepared.set(client, names.add(statement.name))
      return statement.name
    },
    isFull: (client) => (prepared.get(client)?.size ?? 0) > statementsKept,
  }
}

/** Nothing is prepared. */
export const noStatements: Statements = { nameOf: () => undefined, isFull: () => false }

/** The same for the same text, so that stores may share a pool. */
function digest(sql: string): string {
  return `trackerkit_${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`
}
