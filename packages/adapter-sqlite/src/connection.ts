import { createLruCache, isStoreError } from '@trackerkit/core/store'
import type { DriverConnection, DriverStatement, RunResult } from './driver/driver.js'
import { storeError } from './errors.js'
import { limitPatience } from './query-timeout.js'

/** One connection and the statements prepared on it. Errors come out as the store's own where they are. */
export interface Connection {
  /**
   * The rows of a query, each an array of columns; none for a statement that returns nothing.
   * @param mostRows how many rows it may look at
   * @param milliseconds how long it may take, instead of the time of the connection
   */
  all(sql: string, parameters: readonly unknown[], mostRows?: number, milliseconds?: number): unknown[][]
  /** Runs a statement that returns nothing. */
  run(sql: string, parameters: readonly unknown[]): RunResult
  /** Runs a statement of others once. Errors are those of the driver, except for troubles of the store. */
  query(sql: string, values: readonly unknown[]): Record<string, unknown>[]
  isInTransaction(): boolean
  close(): void
}

/** How many statements a connection keeps prepared. Each holds some kilobytes. */
const statementsKept = 300

/**
 * @param queryTimeoutMs maximum milliseconds of a query
 * @param prefix the prefix of table names
 */
export function connect(db: DriverConnection, queryTimeoutMs: number, prefix: string): Connection {
  const beginQuestion = limitPatience(db)

  const statements = createLruCache<DriverStatement>(statementsKept)

  const prepare = (sql: string) => db.prepare(sql)

  return {
    all(sql, parameters, mostRows = Infinity, milliseconds = queryTimeoutMs) {
      try {
        const statement = statements.get(sql, prepare)
        beginQuestion(milliseconds, mostRows)
        return statement.all(parameters)
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
    query(sql, values) {
      try {
        return db.query(sql, values)
      } catch (error) {
        const meaning = storeError(error, prefix)
        throw isStoreError(meaning, 'unique') ||
          isStoreError(meaning, 'schema_newer') ||
          isStoreError(meaning, 'read_only')
          ? error
          : meaning
      }
    },
    isInTransaction: () => db.isInTransaction(),
    close: () => db.close(),
  }
}
