// Pairs of requests by which an attacker could find hidden text, letter by letter.
import type { Dice } from './dice.js'
import { callerHeaders } from './headers.js'
import { encoded, type HostileRequest } from './requests.js'
import { searchColumns } from './searches.js'
import type { Canary, Setting } from './setting.js'

/** Two requests that differ in one word: part of a hidden text, and one that exists nowhere. */
export interface Guess {
  readonly canary: Canary
  readonly words: readonly [right: string, wrong: string]
  readonly requests: readonly [right: HostileRequest, wrong: HostileRequest]
}

/** One in `scansOneIn` guesses looks at many bugs. */
export function makeGuess({ callers, canaries }: Setting, dice: Dice, scansOneIn: number): Guess {
  const canary = dice.oneOf(canaries)
  const caller = dice.oneOf(callers.filter(({ name }) => !canary.readers.includes(name)))
  const part = canary.word.slice(0, 3 + dice.below(canary.word.length - 2))
  // A prefix of a text that the caller may read is no guess.
  const right = canaries.some((other) => other !== canary && other.word.includes(part)) ? canary.word : part
  const wrong = `${right.slice(0, -1)}${right.endsWith('z') ? 'y' : 'z'}`
  const [place, column, headers] = [
    dice.oneOf(dice.oneIn(scansOneIn) ? searches : places),
    dice.oneOf(searchColumns),
    callerHeaders(caller, dice),
  ]
  const of = (word: string): HostileRequest => ({
    caller,
    method: 'GET',
    path: place(word, column),
    headers,
    body: undefined,
  })
  return { canary, words: [right, wrong], requests: [of(right), of(wrong)] }
}

type MakeGuess = (word: string, column: string) => string

/** The newest of what is found, among which is all that is hidden: all of it would take the time of many other requests. */
const newest = [
  ['order', 'bug_id DESC'],
  ['limit', '20'],
]

const chart =
  (operator: string, value: (word: string) => string = (word) => word): MakeGuess =>
  (word, column) =>
    `/bug?${encoded([['f1', column], ['o1', operator], ['v1', value(word)], ...newest])}`

/** Where a word can be looked for in many bugs. */
const searches: readonly MakeGuess[] = [
  ...['substring', 'casesubstring', 'anywordssubstr', 'allwords', 'anywords', 'equals', 'matches'].map((one) =>
    chart(one),
  ),
  ...['changedfrom', 'changedto', 'notsubstring', 'nowords', 'greaterthan', 'lessthan'].map((one) => chart(one)),
  chart('regexp', (word) => `^.*${word}`),
  chart('regexp', (word) => `${word}(.*.*.*.*)*x`),
  chart('notregexp', (word) => `(${word}|${word})+`),
  (word) => `/bug?quicksearch=${word}`,
  (word) => `/bug?quicksearch=%23${word}`,
  (word) => `/bug?content=${word}&order=relevance`,
  (word) => `/bug/count?product=${word}&x=component`,
  (word) => `/bug/count?quicksearch=${word}&x=product&y=keywords`,
  (word) => `/bug/board?summary=${word}&columns=priority&rows=component`,
  (word) => `/bug/trend?product=${word}&hours=1`,
  (word) => `/bug/possible_duplicates?summary=${word}+hidden`,
]

/** Where else. */
const places: readonly MakeGuess[] = [
  (word) => `/bug?alias=${word}`,
  (word) => `/bug?tag=${word}`,
  (word) => `/bug?product=${word}`,
  (word) => `/bug?namedcmd=${word}`,
  (word) => `/bug/${word}`,
  (word) => `/bug/${word}/comment`,
  (word) => `/bug/${word}/history`,
  (word) => `/bug/${word}/attachment`,
  (word) => `/product/${word}`,
  (word) => `/product?names=${word}`,
  (word) => `/component?product=${word}`,
  (word) => `/group/${word}`,
  (word) => `/user?match=${word}`,
  (word) => `/saved_search?names=${word}`,
  (word) => `/flag_type/${word}`,
  (word) => `/bug/comment/tags/${word}`,
  (word) => `/classification/${word}`,
]
