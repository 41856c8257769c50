// Tests strings in memory where the store cannot, and yields to other requests.
import { compilePattern, type Pattern } from '../../kernel/pattern/compile.js'
import { fold } from '../../store/index.js'
import { mostStepsAtOnce } from '../condition/budget.js'
import type { Comparison } from '../condition/comparisons.js'
import { foldedTest, isAscii, textMatcher } from '../operators/text.js'
import type { ReadAtom } from '../condition/pending.js'

/** Returns true if a string matches; a promise if it yielded to other work. */
export type Look = (text: string) => boolean | Promise<boolean>

/** Counts steps of matching. Await the result. */
type Take = (steps: number) => Promise<unknown> | undefined

interface Asked<C extends Comparison> {
  readonly comparison: C
  readonly values: readonly string[]
  readonly field: string
}

/** @throws invalid_regexp */
export function createLook({ comparison, values, field }: Asked<Comparison>, take: Take): Look {
  if (comparison === 'regexp') return lookForPatterns(values, field, take, rulesOut)
  return lookFor(textMatcher(comparison, values, field), values.length, take)
}

/** For texts that are folded, or have no letters. @throws invalid_regexp */
export function createFoldedLook({ comparison, values, field }: Asked<ReadAtom>, take: Take): Look {
  // The database has excluded values by its index already.
  if (comparison === 'regexp') return lookForPatterns(values, field, take, () => false)
  const asked = comparison === 'casesubstring' ? 'substring' : comparison
  const tests = values.map((value) => foldedTest(asked, fold(value)))
  return lookFor((text) => tests.some((test) => test(text)), tests.length, take)
}

function lookFor(matches: (text: string) => boolean, valueCount: number, take: Take): Look {
  return (text) => {
    const rest = take((text.length + 1) * valueCount)
    return rest ? rest.then(() => matches(text)) : matches(text)
  }
}

interface Needle {
  readonly pattern: Pattern
  /** In lower case: texts that every match contains. */
  readonly literals: readonly string[]
}

function lookForPatterns(
  values: readonly string[],
  field: string,
  take: Take,
  isRuledOut: (needle: Needle, text: string) => boolean,
): Look {
  const needles = values.map((value) => {
    const pattern = compilePattern(value, { ignoreCase: true, field })
    return { pattern, literals: pattern.literals.map((literal) => literal.toLowerCase()) }
  })
  return (text) => {
    const left = needles.filter((needle) => !isRuledOut(needle, text))
    if (left.length > 0) return findAny(left, text, take)
    const rest = take(text.length + 1)
    return rest ? rest.then(() => false) : false
  }
}

/** Looking for a literal costs a fraction of looking for a pattern. Beyond ASCII, letters have more than two forms. */
function rulesOut({ literals }: Needle, text: string): boolean {
  if (literals.length === 0) return false
  const lower = text.toLowerCase()
  return !literals.every((literal) => lower.includes(literal)) && isAscii(text)
}

async function findAny(needles: readonly Needle[], text: string, take: Take): Promise<boolean> {
  for (const { pattern } of needles) {
    const advance = pattern.begin(text)
    for (let isPaused = true; isPaused;) {
      const part = advance(mostStepsAtOnce)
      const rest = take(part.steps)
      if (rest) await rest
      if (part.found) return true
      isPaused = part.isPaused
    }
  }
  return false
}

/** The rows that are wanted. */
export async function filterRows<T>(
  rows: readonly T[],
  isWanted: (row: T) => boolean | Promise<boolean>,
): Promise<T[]> {
  const found: T[] = []
  for (const row of rows) {
    const answer = isWanted(row)
    if (answer === true || (answer !== false && (await answer))) found.push(row)
  }
  return found
}
