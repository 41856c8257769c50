import type { Awaitable, PlainRow } from '../store/index.js'

/** An inconsistency. Holds IDs, numbers and names of columns, never text of users. */
export interface Problem {
  /** A name in `checks`. */
  readonly check: string
  /** Such as `bugs 12`. */
  readonly place: string
  readonly text: string
  /** `repairStore` can fix it, because the right value follows from other rows. */
  readonly isRepairable: boolean
  /** Rows may be missing or unreadable: other problems cannot be looked for. */
  readonly isDamage?: boolean
}

/** Called for each problem as it is found. */
export type ReportProblem = (problem: Problem) => Awaitable<void>

/** Entity and key of a row, without texts in keys, which are content of users. */
export function placeOf(entity: string, key: readonly string[], row: PlainRow): string {
  const numbers = key.flatMap((column) => {
    const value = row[column]
    return typeof value === 'number' ? [[column, value] as const] : []
  })
  if (numbers.length === key.length) return `${entity} ${numbers.map(([, value]) => value).join(' ')}`
  const parts = numbers.map(([column, value]) => `${column} ${value}`)
  return `${entity}, one of ${parts.length > 0 ? parts.join(', ') : 'its rows'}`
}
