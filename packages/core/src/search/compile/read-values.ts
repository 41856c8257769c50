// Whole words, patterns and parts of numbers, which no store can ask for: the values that come into question are read and looked
// at in memory, within bounds that no search can exceed.
import type { Call } from '../../call/context.js'
import { compilePattern } from '../../kernel/pattern/compile.js'
import type { Reader } from '../../schema/index.js'
import { fold, pagesOf, type PlainWhere } from '../../store/index.js'
import type { Budget } from '../condition/budget.js'
import { wholeDays } from '../condition/dates.js'
import { foldedTest } from '../operators/text.js'
import { notationOf } from '../operators/time.js'
import type { ReadAs, ValuesWanted } from '../condition/pending.js'
import type { Key } from './fill.js'

/** Whether a folded text is wanted, and what it took to find out. */
type Look = (folded: string, mostSteps: number) => { readonly found: boolean; readonly steps: number }

/** Rows in memory at once: their values may be long texts. */
export const mostRowsAtOnce = 2000

/** Steps of matching between two looks at the clock: they take less than a millisecond. */
const mostStepsAtOnce = 10_000

/** What reading depends on beside the store. */
type Reading = Pick<Call, 'now' | 'timeBudget'>

/** The keys of the rows that are wanted. @throws search_too_much_text, invalid_regexp */
export async function readValues(
  tx: Reader,
  { now, timeBudget }: Reading,
  wanted: ValuesWanted,
  where: PlainWhere,
  budget: Budget,
): Promise<Key[]> {
  const { entity, key, col, as } = wanted
  const look = lookFor(wanted)
  const found: Key[] = []
  let stepsAtOnce = 0
  const query = {
    from: entity,
    by: [key],
    where,
    columns: [...new Set([key, col])],
    limit: mostRowsAtOnce,
  }
  for await (const rows of pagesOf(tx, query)) {
    budget.takeRows(rows.length, wanted)
    for (const row of rows) {
      if (stepsAtOnce >= mostStepsAtOnce) {
        stepsAtOnce = 0
        await timeBudget.step()
      }
      const text = textOf(row[col], as, now)
      if (text === undefined) continue
      const seen = look(text, budget.stepsLeft())
      budget.takeSteps(seen.steps, wanted)
      stepsAtOnce += seen.steps
      if (seen.found) found.push(row[key] as Key)
    }
  }
  return found
}

/** A value as it is written. NULL is not. */
function textOf(value: unknown, as: ReadAs, now: Date): string | undefined {
  if (value instanceof Date) return as === 'days' ? String(wholeDays(value, now)) : notationOf(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function lookFor({ comparison, values, field }: ValuesWanted): Look {
  if (comparison !== 'regexp') {
    // What is read without a pattern is folded, or has no letters.
    const asked = comparison === 'casesubstring' ? 'substring' : comparison
    const tests = values.map((value) => foldedTest(asked, fold(value)))
    return (text) => ({ found: tests.some((test) => test(text)), steps: text.length * tests.length })
  }
  const patterns = values.map((value) => compilePattern(value, { ignoreCase: true, field }))
  return (text, mostSteps) => {
    let steps = 0
    for (const pattern of patterns) {
      const seen = pattern.search(text, mostSteps - steps)
      steps += seen.steps
      if (seen.found) return { found: true, steps }
    }
    return { found: false, steps }
  }
}
