import { StoreError } from '@trackerkit/core/store'
import type { Database } from 'better-sqlite3'

/** The function that statements call for each row where they look at many. */
export const patience = 'trackerkit_patience'

/** How many rows go by between two looks at the clock. */
const rowsBetween = 64

/**
 * Gives a connection that function. It ends, by an error, a question that takes longer than so many milliseconds: SQLite runs
 * in this process, and nothing else happens meanwhile.
 * @returns what runs a question
 */
export function limitPatience(db: Database, milliseconds: number): <T>(question: () => T) => T {
  let end = Infinity
  let rows = 0
  const ask = () => {
    if (++rows % rowsBetween === 0 && performance.now() > end)
      throw new StoreError('overdue', `a question took longer than ${milliseconds} ms`)
    return 1
  }
  db.function(patience, { directOnly: true }, ask)
  return (question) => {
    end = performance.now() + milliseconds
    try {
      return question()
    } finally {
      end = Infinity
    }
  }
}
