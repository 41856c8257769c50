// Numbers and true/false. A whole word is a whole number; substrings and patterns are looked for in the number as it is written.
import { TrackerError } from '../../kernel/errors.js'
import { isDecimal, longestWritten } from '../../kernel/scan.js'
import type { EntityName, Where } from '../../schema/index.js'
import { always, compared, either, isIn, isTrue, never, type ColumnOf } from '../condition/columns.js'
import type { ReadAtom } from '../condition/pending.js'
import type { OperatorContext } from '../condition/scope.js'
import type { ColumnOperator } from './ask.js'
import type { Comparison } from '../condition/comparisons.js'
import { isReadAtom, readRows, type ReadableRows } from './read.js'
import { textMatcher } from './text.js'

/** Whole numbers in a column. */
export function int<E extends EntityName>(col: ColumnOf<E, 'int'>, rows: ReadableRows<E>): ColumnOperator<E> {
  return (comparison, values, context) => {
    if (isWritten(comparison)) return readRows<E>(rows, col, 'number', comparison, values, context)
    if (!isOrder(comparison)) return isIn<E>(col, wholeOnly(equalTo(comparison, values)))
    const { how, round } = intComparisons[comparison]
    return either(numbersOf(values, context).map((value) => compared<E>(col, how, withinInts(round(value)))))
  }
}

/** Numbers with a fraction in a column. */
export function real<E extends EntityName>(col: ColumnOf<E, 'real'>, rows: ReadableRows<E>): ColumnOperator<E> {
  return (comparison, values, context) => {
    if (isWritten(comparison)) return readRows<E>(rows, col, 'number', comparison, values, context)
    if (!isOrder(comparison)) return isIn<E>(col, equalTo(comparison, values))
    return either(numbersOf(values, context).map((value) => compared<E>(col, intComparisons[comparison].how, value)))
  }
}

/** True (1) or false (0) in a column. */
export function flagged<E extends EntityName>(col: ColumnOf<E, 'bool'>): ColumnOperator<E> {
  return (comparison, values, context) => {
    const matches = numberMatcher(comparison, values, context)
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
  written: (comparison: ReadAtom, values: readonly string[], context: OperatorContext) => Where<E>,
): ColumnOperator<E> {
  return (comparison, values, context) => {
    if (isWritten(comparison)) return written(comparison, values, context)
    if (!isOrder(comparison)) {
      const equal = (value: number): Where<E> => ({ and: [atLeast(value, context), less(value + 1, context)] })
      return either(wholeOnly(equalTo(comparison, values)).map(equal))
    }
    const one = (value: number): Where<E> => {
      switch (comparison) {
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
    return either(numbersOf(values, context).map(one))
  }
}

/** The same question, put to a number in memory. */
export function numberMatcher(
  comparison: Comparison,
  values: readonly string[],
  context: OperatorContext,
): (number: number) => boolean {
  if (isWritten(comparison)) {
    const matches = textMatcher(comparison, values, context.test.source.value)
    return (number) => matches(String(number))
  }
  if (!isOrder(comparison)) {
    const wanted = new Set(equalTo(comparison, values))
    return (number) => wanted.has(number)
  }
  const numbers = numbersOf(values, context)
  const { test } = intComparisons[comparison]
  return (number) => numbers.some((value) => test(number, value))
}

/** `round` makes of a number with a fraction the whole one that whole numbers compare with in the same way. */
const intComparisons = {
  lessthan: { how: 'lt', round: Math.ceil, test: (a: number, b: number) => a < b },
  lessthaneq: { how: 'lte', round: Math.floor, test: (a: number, b: number) => a <= b },
  greaterthan: { how: 'gt', round: Math.floor, test: (a: number, b: number) => a > b },
  greaterthaneq: { how: 'gte', round: Math.ceil, test: (a: number, b: number) => a >= b },
} as const

type OrderComparison = keyof typeof intComparisons

/** Returns true if a comparison is about order. Others, except those about digits, compare for equality. */
function isOrder(comparison: Comparison): comparison is OrderComparison {
  return Object.hasOwn(intComparisons, comparison)
}

/** Questions about the digits of a number. */
type WrittenComparison = Exclude<ReadAtom, 'word'>

function isWritten(comparison: Comparison): comparison is WrittenComparison {
  return comparison !== 'word' && isReadAtom(comparison)
}

/** Returns the numbers to compare with. Values that are no numbers match none. */
function equalTo(comparison: 'equals' | 'empty' | 'word', values: readonly string[]): number[] {
  if (comparison === 'empty') return [0]
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
  if (value.length > longestWritten.number) return undefined
  const word = value.trim().toLowerCase()
  if (word === 'true' || word === 'false') return Number(word === 'true')
  return isDecimal(word) ? Number(word) : undefined
}

function wholeOnly(numbers: readonly number[]): number[] {
  return numbers.filter(Number.isSafeInteger)
}

function withinInts(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))
}
