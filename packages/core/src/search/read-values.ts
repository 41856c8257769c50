// Whole words, patterns and parts of numbers, which no store can ask for: the values that come into question are read and looked
// at in memory, within bounds that no search can exceed.
import { TrackerError } from '../errors.js'
import { compilePattern } from '../pattern/compile.js'
import type { Reader } from '../schema/index.js'
import { fold } from '../store/index.js'
import { wholeDays } from './dates.js'
import { foldedTest } from './operators/text.js'
import { notationOf } from './operators/time.js'
import type { ReadAs, ValuesWanted } from './scope.js'

/** What tells rows apart: an id, or the value itself. */
export type Key = number | string

/** What one search may read. */
const most = {
  /** Rows. */
  rows: 100_000,
  /** Steps of matching: at worst so many characters times the length of the pattern. About a second. */
  steps: 20_000_000,
}

/** Values may be long texts: so many are in memory at a time. */
const chunk = 2000

/** Whether a folded text is wanted, and what it took to find out. */
type Look = (folded: string, mostSteps: number) => { readonly found: boolean; readonly steps: number }

/** How one search reads values. @throws search_too_much_text, invalid_regexp */
export function createValueReader(tx: Reader, now: Date): (wanted: ValuesWanted) => Promise<Key[]> {
  let [rows, steps] = [0, 0]
  return async (wanted) => {
    const { field, values, col, as } = wanted
    const look = lookFor(wanted)
    const found: Key[] = []
    const refuse = (): never => {
      throw new TrackerError('search_too_much_text', { field, value: values.join(' ') })
    }
    for (let last: Key | undefined; ;) {
      const read = await readChunk(tx, wanted, last)
      rows += read.length
      if (rows > most.rows) refuse()
      for (const row of read) {
        const text = textOf(row[col], as, now)
        if (text === undefined) continue
        const seen = look(text, most.steps - steps)
        steps += seen.steps
        if (steps > most.steps) refuse()
        if (seen.found) found.push(row[wanted.key] as Key)
      }
      if (read.length < chunk) return found
      last = read.at(-1)?.[wanted.key] as Key
    }
  }
}

/** A value as it is written. NULL is not. */
function textOf(value: unknown, as: ReadAs, now: Date): string | undefined {
  if (value instanceof Date) return as === 'days' ? String(wholeDays(value, now)) : notationOf(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The next rows in the order of their keys. Rows that share a key share the value. */
async function readChunk(
  tx: Reader,
  { entity, key, col, where }: ValuesWanted,
  last: Key | undefined,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const query = {
    from: entity,
    where: last === undefined ? where : { and: [where, { col: key, gt: last }] },
    order: [{ col: key }],
    limit: chunk,
    columns: [...new Set([key, col])],
  }
  return tx.select(query as unknown as Parameters<Reader['select']>[0])
}

function lookFor({ atom, values, field }: ValuesWanted): Look {
  if (atom !== 'regexp') {
    const tests = values.map((value) => foldedTest(atom === 'word' ? 'word' : 'substring', fold(value)))
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
