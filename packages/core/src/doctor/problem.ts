import type { Awaitable, PlainRow } from '../store/index.js'

/** Something that does not hold. Tells of ids, numbers and names of columns, never of what people have written. */
export interface Problem {
  /** Which check found it: see `checks`. */
  readonly check: string
  /** Where: `bugs 12`. */
  readonly place: string
  /** What is wrong there. */
  readonly text: string
  /** Whether `repairStore` can mend it, because what should stand there follows from other rows. */
  readonly isRepairable: boolean
}

/** Is told of each problem as it is found. */
export type Tell = (problem: Problem) => Awaitable<void>

/** Where a row is: its entity and its key. Texts in keys are what people have written; the numbers beside them lead to the row. */
export function placeOf(entity: string, key: readonly string[], row: PlainRow): string {
  const numbers = key.flatMap((column) => {
    const value = row[column]
    return typeof value === 'number' ? [[column, value] as const] : []
  })
  if (numbers.length === key.length) return `${entity} ${numbers.map(([, value]) => value).join(' ')}`
  const known = numbers.map(([column, value]) => `${column} ${value}`)
  return `${entity}, one of ${known.length > 0 ? known.join(', ') : 'its rows'}`
}
