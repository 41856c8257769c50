// Expected results of searches, from the tables of the six bugs, independent of stores, trees and predicates.
import { changesOf, type Change, type FieldTable, type Held } from './expectations.js'
import { daysAgo } from './times.js'

/** The insider (a time tracker, and in the group of bug 3), and a user who is neither. */
export type Viewer = 'ivan' | 'eve'

interface Reading {
  /** The question about one value. */
  readonly question: string
  readonly isNegative?: true
  readonly wantsAll?: true
  readonly cut?: 'commas' | 'words'
}

const readings: Readonly<Record<string, Reading>> = {
  equals: { question: 'equals' },
  notequals: { question: 'equals', isNegative: true },
  lessthan: { question: 'lessthan' },
  lessthaneq: { question: 'lessthaneq' },
  greaterthan: { question: 'greaterthan' },
  greaterthaneq: { question: 'greaterthaneq' },
  substring: { question: 'substring' },
  notsubstring: { question: 'substring', isNegative: true },
  casesubstring: { question: 'casesubstring' },
  regexp: { question: 'regexp' },
  notregexp: { question: 'regexp', isNegative: true },
  anyexact: { question: 'equals', cut: 'commas' },
  allexact: { question: 'equals', cut: 'words', wantsAll: true },
  anywords: { question: 'word', cut: 'words' },
  allwords: { question: 'word', cut: 'words', wantsAll: true },
  nowords: { question: 'word', cut: 'words', isNegative: true },
  anywordssubstr: { question: 'substring', cut: 'words' },
  allwordssubstr: { question: 'substring', cut: 'words', wantsAll: true },
  nowordssubstr: { question: 'substring', cut: 'words', isNegative: true },
  isempty: { question: 'empty' },
  isnotempty: { question: 'empty', isNegative: true },
}

const ofChanges = ['changedbefore', 'changedafter', 'changedfrom', 'changedto', 'changedby']

/** All operators that there are. */
export const allOperators = [...Object.keys(readings), ...ofChanges, 'matches', 'notmatches']

/** The values to search for with an operator. */
export function valuesFor({ values }: FieldTable, operator: string): readonly string[] {
  switch (operator) {
    case 'isempty':
    case 'isnotempty':
      return ['']
    case 'changedbefore':
    case 'changedafter':
      return ['3d', '2026-02-23T12:00:00Z']
    case 'changedfrom':
    case 'changedto':
      return ['old', 'NEW', '2', '2, 3', '3']
    case 'changedby':
      return ['BOB@example.com', 'ivan@example.com']
    default:
      return values
  }
}

/** The bugs that a search for one condition should find, or the code of the error. */
export function expectedIds(
  table: FieldTable,
  who: Viewer,
  operator: string,
  value: string,
): readonly number[] | string {
  const { held, outside = held, isInsidersOnly } = table
  if (isInsidersOnly && who === 'eve') return 'invalid_field_name'
  const known = who === 'ivan' ? held : outside
  return (
    refusal(table, operator, value) ??
    visible[who].filter((id) => isFound(table, who, known[id - 1] as Held, id, operator, value))
  )
}

export const visible = { ivan: [1, 2, 3, 4, 5, 6], eve: [1, 2, 4, 5, 6] }

const asksWords = (operator: string) => operator === 'matches' || operator === 'notmatches'
const compares = (operator: string) => /^(less|greater)than(eq)?$/.test(operator)

function refusal(table: FieldTable, operator: string, value: string): string | undefined {
  const { held, changeKind, isFoldedOnly } = table
  const [sample] = held
  const isContent = sample !== undefined && 'words' in sample
  if (ofChanges.includes(operator)) {
    const asksTexts = operator === 'changedfrom' || operator === 'changedto'
    return changeKind === 'none' || (changeKind === 'no texts' && asksTexts)
      ? 'search_field_operator_invalid'
      : undefined
  }
  if (asksWords(operator)) return isContent ? undefined : 'search_field_operator_invalid'
  if (isContent) return 'search_content_without_matches'
  if (sample && 'active' in sample) return compares(operator) ? undefined : 'search_field_operator_invalid'
  if (operator === 'casesubstring' && isFoldedOnly) return 'search_field_operator_invalid'
  if (operator.endsWith('regexp') && !isPattern(value)) return 'invalid_regexp'
  const isNumeric = held.some((one) => 'number' in one || 'numbers' in one)
  if (isNumeric && compares(operator) && !isNumber(value)) return 'number_not_numeric'
  const isTime = held.some((one) => 'time' in one || 'times' in one || 'day' in one)
  const asksTime = compares(operator) || ['equals', 'notequals', 'anyexact', 'allexact'].includes(operator)
  return isTime && asksTime && !isTimeText(value) ? 'illegal_date' : undefined
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'iu') instanceof RegExp
  } catch {
    return false
  }
}

const isNumber = (text: string) => /^(true|false|[-+]?\d+(\.\d+)?)$/.test(text)
const isTimeText = (text: string) => /^([-+]?\d+[hd]|\d{4}-\d\d-\d\d(T.*Z)?)$/.test(text)

function isFound(table: FieldTable, who: Viewer, held: Held, id: number, operator: string, text: string): boolean {
  if (ofChanges.includes(operator))
    return knownChanges(table, who, id).some((change) => isChanged(operator, change, text))
  if ('words' in held) return hasWords(held.words, text) === (operator === 'matches')
  const { question, cut, wantsAll, isNegative = false } = readings[operator] as Reading
  if ('active' in held) {
    const wasActive = held.active !== null && held.active >= spanOf(text)[0]
    return wasActive === question.startsWith('less')
  }
  const pieces = cut === 'words' ? text.split(/[\s,]+/) : cut === 'commas' ? text.split(',') : [text]
  const values = question === 'empty' ? pieces : pieces.filter((piece) => piece !== '')
  const signed = (answer: (value: string) => boolean) =>
    (wantsAll ? values.every(answer) : values.some(answer)) !== isNegative
  if ('one' in held) return signed((value) => isText(question, held.one, value))
  if ('number' in held) return signed((value) => isNumeric(question, held.number, value))
  if ('time' in held) return signed((value) => isTime(question, held.time, value))
  if ('day' in held) return signed((value) => isDay(question, held.day, value))
  if ('rows' in held) return held.rows.some((row) => signed((value) => isText(question, row, value)))
  return signed((value) => hasSome(question, held, value))
}

function hasSome(
  question: string,
  held: Extract<Held, { many: unknown } | { numbers: unknown } | { times: unknown }>,
  value: string,
): boolean {
  const rows = 'many' in held ? held.many : 'numbers' in held ? held.numbers : held.times
  if (question === 'empty' || value === '---') return rows.length === 0
  if ('many' in held) return held.many.some((row) => isText(question, row, value))
  if ('numbers' in held) return held.numbers.some((row) => isNumeric(question, row, value))
  return held.times.some((row) => isTime(question, row, value))
}

function knownChanges(table: FieldTable, who: Viewer, id: number): readonly Change[] {
  const { history, changes = [], outsideChanges } = table
  const all = history === undefined ? changes : changesOf(table)
  const known = who === 'ivan' ? all : (outsideChanges ?? all).filter((change) => !change.isHidden)
  return known.filter((change) => change.bug === id)
}

function isChanged(operator: string, { at, by, removed = '', added = '' }: Change, value: string): boolean {
  switch (operator) {
    case 'changedbefore':
      return at < spanOf(value)[1]
    case 'changedafter':
      return at >= spanOf(value)[0]
    case 'changedfrom':
      return removed.toLowerCase() === value.toLowerCase()
    case 'changedto':
      return added.toLowerCase() === value.toLowerCase()
    default:
      return `${by}@example.com` === value.toLowerCase()
  }
}

function hasWords([summary, comments]: readonly [string, readonly string[]], text: string): boolean {
  const wanted = (text.match(/"[^"]*"|[^\s"]+/g) ?? []).map((word) => word.replaceAll('"', '').toLowerCase())
  const says = (one: string, word: string) => one.toLowerCase().includes(word)
  return (
    wanted.every((word) => says(summary, word)) ||
    wanted.every((word) => comments.some((comment) => says(comment, word)))
  )
}

function isText(question: string, text: string, value: string): boolean {
  const [held, wanted] = [text.toLowerCase(), value.toLowerCase()]
  switch (question) {
    case 'equals':
      return held === wanted
    case 'substring':
      return held.includes(wanted)
    case 'casesubstring':
      return text.includes(value)
    case 'word':
      return isWholeIn(held, wanted)
    case 'regexp':
      return new RegExp(value, 'iu').test(text)
    case 'empty':
      return held === ''
    default:
      return isOrdered(question, held < wanted ? -1 : Number(held > wanted))
  }
}

function isWholeIn(held: string, wanted: string): boolean {
  for (let at = held.indexOf(wanted); at >= 0; at = held.indexOf(wanted, at + 1)) {
    const around = [held[at - 1] ?? ' ', held[at + wanted.length] ?? ' ']
    if (around.every((letter) => !/[\p{L}\p{N}]/u.test(letter))) return true
  }
  return false
}

function isOrdered(question: string, order: number): boolean {
  if (order === 0) return question.endsWith('eq')
  return question.startsWith(order < 0 ? 'less' : 'greater')
}

function isNumeric(question: string, held: number, value: string): boolean {
  const wanted = value === 'true' ? 1 : value === 'false' ? 0 : Number(value)
  switch (question) {
    case 'empty':
      return held === 0
    case 'equals':
    case 'word':
      return held === wanted
    case 'substring':
    case 'casesubstring':
    case 'regexp':
      return isText(question, String(held), value)
    default:
      return isOrdered(question, held - wanted)
  }
}

/** No time is no value to ask for emptiness; to all else it is the beginning of time. */
function isTime(question: string, held: Date | null, value: string): boolean {
  if (question === 'empty') return held === null
  const time = held ?? new Date(0)
  if (['word', 'substring', 'casesubstring', 'regexp'].includes(question)) {
    const wanted = question === 'regexp' ? value : value.replace(/T(.*)Z$/, ' $1')
    return isText(question, time.toISOString().replace(/T(.*)\.000Z$/, ' $1'), wanted)
  }
  const [from, until] = spanOf(value)
  if (question === 'equals') return time >= from && time < until
  return isOrdered(question, time < from ? -1 : Number(time >= until))
}

function isDay(question: string, held: string | null, value: string): boolean {
  if (question === 'empty' || held === null) return question === 'empty' && held === null
  if (['word', 'substring', 'casesubstring', 'regexp'].includes(question)) return isText(question, held, value)
  return isText(question, held, spanOf(value)[0].toISOString().slice(0, 10))
}

/** The span of a moment: a millisecond when it is relative to now, a second when it is absolute. */
function spanOf(text: string): [from: Date, until: Date] {
  const [, sign = '', count, unit] = /^([-+]?)(\d+)([hd])$/.exec(text) ?? []
  const days = (Number(count) / (unit === 'h' ? 24 : 1)) * (sign === '+' ? -1 : 1)
  const from = unit === undefined ? new Date(text) : daysAgo(days)
  return [from, new Date(from.getTime() + (unit === undefined ? 1000 : 1))]
}
