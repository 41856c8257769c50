// Numbers and true/false. A whole word is a whole number; substrings and patterns are looked for in the number as it is written.
import { TrackerError } from '../../kernel/errors.js'
import type { EntityName, Where } from '../../schema/index.js'
import { always, compared, either, isIn, isTrue, never, type ColumnOf } from '../condition/columns.js'
import type { OperatorContext, ReadAtom } from '../condition/scope.js'
import type { ColumnOperator } from './ask.js'
import type { Comparison } from '../condition/comparisons.js'
import { readRows, type ReadableRows } from './read.js'
import { textMatcher } from './text.js'

/** Whole numbers in a column. */
export function int<E extends EntityName>(col: ColumnOf<E, 'int'>, rows: ReadableRows<E>): ColumnOperator<E> {
  return (atom, values, context) => {
    if (isWritten(atom)) return readRows<E>(rows, col, 'number', atom, values, context)
    const way = comparisonOf(atom)
    if (way === undefined) return isIn<E>(col, wholeOnly(equalTo(atom, values)))
    const { how, round } = intComparisons[way]
    return either(numbersOf(values, context).map((value) => compared<E>(col, how, withinInts(round(value)))))
  }
}

/** Numbers with a fraction in a column. */
export function real<E extends EntityName>(col: ColumnOf<E, 'real'>, rows: ReadableRows<E>): ColumnOperator<E> {
  return (atom, values, context) => {
    if (isWritten(atom)) return readRows<E>(rows, col, 'number', atom, values, context)
    const way = comparisonOf(atom)
    if (way === undefined) return isIn<E>(col, equalTo(atom, values))
    return either(numbersOf(values, context).map((value) => compared<E>(col, intComparisons[way].how, value)))
  }
}

/** True (1) or false (0) in a column. */
export function flagged<E extends EntityName>(col: ColumnOf<E, 'bool'>): ColumnOperator<E> {
  return (atom, values, context) => {
    const matches = numberMatcher(atom, values, context)
    const [whenFalse, whenTrue] = [matches(0), matches(1)]
    if (whenFalse === whenTrue) return whenTrue ? always : never
    return isTrue<E>(col, whenTrue)
  }
}

/**
 * A number that a row has though no column holds it: known by the rows that have at least so much, and by those that have less.
 * @param atLeast the rows whose number is `least` or more; `least` is whole
 * @param less the other rows
 * @param written answers what is asked of the number as it is written
 */
export function derivedInt<E extends EntityName>(
  atLeast: (least: number, context: OperatorContext) => Where<E>,
  less: (least: number, context: OperatorContext) => Where<E>,
  written: (atom: ReadAtom, values: readonly string[], context: OperatorContext) => Where<E>,
): ColumnOperator<E> {
  return (atom, values, context) => {
    if (isWritten(atom)) return written(atom, values, context)
    const one = (value: number): Where<E> => {
      switch (comparisonOf(atom)) {
        case undefined:
          return { and: [atLeast(value, context), less(value + 1, context)] }
        case 'lessthan':
          return less(Math.ceil(value), context)
        case 'lessthaneq':
          return less(Math.floor(value) + 1, context)
        case 'greaterthan':
          return atLeast(Math.floor(value) + 1, context)
        case 'greaterthaneq':
          return atLeast(Math.ceil(value), context)
      }
    }
    const numbers = comparisonOf(atom) === undefined ? wholeOnly(equalTo(atom, values)) : numbersOf(values, context)
    return either(numbers.map(one))
  }
}

/** The same question, put to a number in memory. */
export function numberMatcher(
  atom: Comparison,
  values: readonly string[],
  context: OperatorContext,
): (number: number) => boolean {
  if (isWritten(atom)) {
    const matches = textMatcher(atom, values, context.test.source.value)
    return (number) => matches(String(number))
  }
  const way = comparisonOf(atom)
  if (way === undefined) {
    const wanted = new Set(equalTo(atom, values))
    return (number) => wanted.has(number)
  }
  const numbers = numbersOf(values, context)
  const { test } = intComparisons[way]
  return (number) => numbers.some((value) => test(number, value))
}

type OrderComparison = 'lessthan' | 'lessthaneq' | 'greaterthan' | 'greaterthaneq'

/** `round` makes of a number with a fraction the whole one that whole numbers compare with in the same way. */
const intComparisons = {
  lessthan: { how: 'lt', round: Math.ceil, test: (a: number, b: number) => a < b },
  lessthaneq: { how: 'lte', round: Math.floor, test: (a: number, b: number) => a <= b },
  greaterthan: { how: 'gt', round: Math.floor, test: (a: number, b: number) => a > b },
  greaterthaneq: { how: 'gte', round: Math.ceil, test: (a: number, b: number) => a >= b },
} as const

/** What each question to a number that is not about its digits compares; undefined: whether it equals. */
const comparisons: Readonly<Record<Exclude<Comparison, WrittenComparison>, OrderComparison | undefined>> = {
  equals: undefined,
  empty: undefined,
  word: undefined,
  lessthan: 'lessthan',
  lessthaneq: 'lessthaneq',
  greaterthan: 'greaterthan',
  greaterthaneq: 'greaterthaneq',
}

function comparisonOf(atom: Exclude<Comparison, WrittenComparison>): OrderComparison | undefined {
  return comparisons[atom]
}

/** Questions about the digits of a number. */
type WrittenComparison = Exclude<ReadAtom, 'word'>

function isWritten(atom: Comparison): atom is WrittenComparison {
  return atom === 'substring' || atom === 'casesubstring' || atom === 'regexp'
}

/** The numbers to be equal to. What is no number equals none. */
function equalTo(atom: Comparison, values: readonly string[]): number[] {
  if (atom === 'empty') return [0]
  return values.map(parseNumber).filter((value) => value !== undefined)
}

/** @throws number_not_numeric */
function numbersOf(values: readonly string[], { test }: OperatorContext): number[] {
  return values.map((value) => {
    const number = parseNumber(value)
    if (number === undefined) throw new TrackerError('number_not_numeric', { field: test.source.value, value })
    return number
  })
}

function parseNumber(value: string): number | undefined {
  const word = value.trim().toLowerCase()
  if (word === 'true' || word === 'false') return Number(word === 'true')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(word) ? finite(Number(word)) : undefined
}

/** So many digits that they make infinity stand for the largest number there is: no store takes infinity. */
function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))
}

function wholeOnly(numbers: readonly number[]): number[] {
  return numbers.filter(Number.isSafeInteger)
}

function withinInts(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))
}
