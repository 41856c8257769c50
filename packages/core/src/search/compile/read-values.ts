// Whole words, patterns and parts of numbers, which no store can ask for: the values that come into question are read and looked
// at in memory, within bounds that no search can exceed.
import type { Reader } from '../../schema/index.js'
import { pagesOf, type PlainWhere } from '../../store/index.js'
import type { Budget } from '../condition/budget.js'
import { wholeDays } from '../condition/dates.js'
import { notationOf } from '../operators/time.js'
import type { ReadAs, ValuesWanted } from '../condition/pending.js'
import type { Key } from './fill.js'
import { createFoldedLook, filterRows } from './look.js'

/** Rows in memory at once: their values may be long texts. */
export const mostRowsAtOnce = 2000

/** The keys of the rows that are wanted. @throws search_too_much_text, invalid_regexp */
export async function readValues(
  tx: Reader,
  now: Date,
  wanted: ValuesWanted,
  where: PlainWhere,
  budget: Budget,
): Promise<Key[]> {
  const { entity, key, col, as } = wanted
  const look = createFoldedLook(wanted, (steps) => budget.takeSteps(steps, wanted))
  const isWanted = (row: { readonly [col: string]: unknown }) => {
    const text = textOf(row[col], as, now)
    return text !== undefined && look(text)
  }
  const found: Key[] = []
  const query = {
    from: entity,
    by: [key],
    where,
    columns: [...new Set([key, col])],
    limit: mostRowsAtOnce,
  }
  for await (const rows of pagesOf(tx, query)) {
    budget.takeRows(rows.length, wanted)
    for (const row of await filterRows(rows, isWanted)) found.push(row[key] as Key)
  }
  return found
}

/** A value as it is written. NULL is not. */
function textOf(value: unknown, as: ReadAs, now: Date): string | undefined {
  if (value instanceof Date) return as === 'days' ? String(wholeDays(value, now)) : notationOf(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
