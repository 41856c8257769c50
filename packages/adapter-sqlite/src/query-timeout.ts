import { StoreError } from '@trackerkit/core/store'
import type { DriverConnection } from './driver/driver.js'

/** The function that counts rows. */
export const patience = 'trackerkit_patience'

/** Rows between two checks of the clock: a power of two. */
const rowsBetween = 64

/**
 * A true expression that reports a row to that function. Rows with integer keys are reported in batches: a call costs
 * as much as several rows.
 */
export function heartbeat(key: string | undefined): string {
  if (key === undefined) return `${patience}(1)`
  return `CASE WHEN ${key} & ${rowsBetween - 1} THEN TRUE ELSE ${patience}(${rowsBetween}) END`
}

/** The function given to each connection, which several stores may share. */
const given = new WeakMap<DriverConnection, Begin>()

type Begin = (milliseconds: number, mostRows: number) => void

/**
 * Gives a connection that function, unless it has it. It ends a query with an error after some milliseconds: SQLite runs in this
 * process and blocks everything else.
 * @returns a function to call before each query, with the milliseconds that it may take and the number of rows it may read
 */
export function limitPatience(db: DriverConnection): Begin {
  const begin = given.get(db) ?? makePatience(db)
  given.set(db, begin)
  return begin
}

function makePatience(db: DriverConnection): Begin {
  let longest = Infinity
  let end = Infinity
  let rows = 0
  let left = Infinity
  const ask = (more: number) => {
    rows += more
    left -= more
    if (left < 0) throw new StoreError('overdue', 'a query examined too many rows')
    if (rows < rowsBetween) return 1
    rows = 0
    if (performance.now() > end) throw new StoreError('overdue', `a query took longer than ${longest} ms`)
    return 1
  }
  db.define(patience, ask)
  return (milliseconds, mostRows) => {
    longest = milliseconds
    end = performance.now() + milliseconds
    left = mostRows
  }
}
