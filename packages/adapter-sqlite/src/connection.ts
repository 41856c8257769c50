import { createCache } from '@trackerkit/core/sql'
import type { Database, RunResult, Statement } from 'better-sqlite3'
import { storeError } from './errors.js'
import { limitPatience } from './patience.js'

/** One connection and the statements prepared on it. Errors come out as the store's own where they are. */
export interface Connection {
  /**
   * The rows of a query, each an array of columns; none for a statement that returns nothing.
   * @param mostRows how many rows it may look at
   */
  all(sql: string, parameters: readonly unknown[], mostRows?: number): unknown[][]
  /** Runs a statement that returns nothing. */
  run(sql: string, parameters: readonly unknown[]): RunResult
  isInTransaction(): boolean
  close(): void
}

/** How many statements a connection keeps prepared. Each holds some kilobytes. */
const statementsKept = 300

/**
 * @param longestQuestion how many milliseconds a query may take
 * @param prefix what the names of tables begin with
 */
export function connect(db: Database, longestQuestion: number, prefix: string): Connection {
  const beginQuestion = limitPatience(db, longestQuestion)

  const statements = createCache<Statement<unknown[]>>(statementsKept)

  function prepare(sql: string): Statement<unknown[]> {
    // The owner of a database given to us may have asked for other forms of rows and integers.
    const statement = db.prepare<unknown[]>(sql).safeIntegers(false)
    return statement.reader ? statement.raw(true) : statement
  }

  return {
    all(sql, parameters, mostRows = Infinity) {
      try {
        const statement = statements.get(sql, prepare)
        if (!statement.reader) {
          statement.run(parameters)
          return []
        }
        beginQuestion(mostRows)
        return statement.all(parameters) as unknown[][]
      } catch (error) {
        throw storeError(error, prefix)
      }
    },
    run(sql, parameters) {
      try {
        return statements.get(sql, prepare).run(parameters)
      } catch (error) {
        throw storeError(error, prefix)
      }
    },
    isInTransaction: () => db.inTransaction,
    close: () => void db.close(),
  }
}
