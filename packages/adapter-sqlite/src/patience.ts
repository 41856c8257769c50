import { StoreError } from '@trackerkit/core/store'
import type { Database } from 'better-sqlite3'

/** The function that looks at the clock. */
const patience = 'trackerkit_patience'

/** The bits of a key that are all 0 in one of 64 rows: a call costs as much as it costs SQLite to look at several rows. */
const mostRows = 63

/** True, once that function has been called for the row, or for one of 64 where rows have numbers. */
export function heartbeat(key: string | undefined): string {
  return key === undefined ? `${patience}()` : `CASE WHEN ${key} & ${mostRows} THEN TRUE ELSE ${patience}() END`
}

/**
 * Gives a connection that function. It ends, by an error, a question that takes longer than so many milliseconds: SQLite runs
 * in this process, and nothing else happens meanwhile.
 * @returns what is called before each question
 */
export function limitPatience(db: Database, milliseconds: number): () => void {
  let end = Infinity
  const ask = () => {
    if (performance.now() > end) throw new StoreError('overdue', `a question took longer than ${milliseconds} ms`)
    return 1
  }
  db.function(patience, { directOnly: true }, ask)
  return () => {
    end = performance.now() + milliseconds
  }
}
