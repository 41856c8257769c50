// Times and days. Operators other than comparisons use the time as text: YYYY-MM-DD HH:MM:SS.
import type { EntityName, Where } from '../../schema/index.js'
import { compared, contains, either, every, isIn, isNull, never, type ColumnOf } from '../condition/columns.js'
import { parseDay, parseMoment, type Moment } from '../condition/dates.js'
import type { ReadAtom } from '../condition/pending.js'
import type { OperatorContext } from '../condition/scope.js'
import { refuse, type ColumnOperator } from './ask.js'
import type { Comparison } from '../condition/comparisons.js'
import { isReadAtom, readRows, type ReadableRows } from './read.js'
import { textMatcher } from './text.js'

/** Moments in a column. A value in whole seconds means that second, whatever its milliseconds. */
export function time<E extends EntityName>(col: ColumnOf<E, 'time'>, rows: ReadableRows<E>): ColumnOperator<E> {
  const before = (moment: Date) => compared<E>(col, 'lt', moment)
  const notBefore = (moment: Date) => compared<E>(col, 'gte', moment)
  return (comparison, values, context) => {
    if (comparison === 'empty') return never
    if (!isReadAtom(comparison))
      return either(momentsOf(values, context).map((moment) => whereMoment(comparison, moment, before, notBefore)))
    const written = writtenAs(comparison, values)
    const spans = comparison === 'regexp' || comparison === 'word' ? [] : written.map(spanOf)
    if (spans.length === 0 || spans.includes(undefined))
      return readRows<E>(rows, col, 'time', comparison, written, context)
    const known = spans.filter((span) => span !== undefined)
    return either(known.map(({ from, until }) => every([notBefore(from), before(until)])))
  }
}

/** Days in a nullable column, as YYYY-MM-DD. */
export function day<E extends EntityName>(col: ColumnOf<E, 'text'>, rows: ReadableRows<E>): ColumnOperator<E> {
  return (comparison, values, context): Where<E> => {
    const { test, scope } = context
    const days = () => values.map((value) => parseDay(value, scope.now, test.source.value))
    switch (comparison) {
      case 'empty':
        return isNull<E>(col)
      case 'equals':
        return isIn<E>(col, days())
      case 'substring':
      case 'casesubstring':
        return either(values.map((value) => contains<E>(col, value.trim())))
      case 'lessthan':
        return either(days().map((value) => compared<E>(col, 'lt', value)))
      case 'lessthaneq':
        return either(days().map((value) => compared<E>(col, 'lte', value)))
      case 'greaterthan':
        return either(days().map((value) => compared<E>(col, 'gt', value)))
      case 'greaterthaneq':
        return either(days().map((value) => compared<E>(col, 'gte', value)))
      case 'word':
      case 'regexp':
        return readRows<E>(rows, col, 'folded text', comparison, values, context)
    }
  }
}

/** The same question, put to a moment in memory. */
export function timeMatcher(
  comparison: Comparison,
  values: readonly string[],
  context: OperatorContext,
): (time: Date) => boolean {
  if (comparison === 'empty') return () => false
  if (isReadAtom(comparison)) {
    const matches = textMatcher(comparison, writtenAs(comparison, values), context.test.source.value)
    return (time) => matches(notationOf(time))
  }
  const moments = momentsOf(values, context)
  return (time) => moments.some(({ from, until }) => timeTests[comparison](time, from, until))
}

/** A time as it is written, in UTC. */
export function notationOf(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}

/** Other notations than ours, with `T` and `Z`, mean the same. */
function writtenAs(comparison: ReadAtom, values: readonly string[]): readonly string[] {
  if (comparison === 'regexp') return values
  return values.map((value) =>
    value
      .trim()
      .replace(/(\d)T(\d|$)/i, '$1 $2')
      .replace(/(:\d\d)Z$/i, '$1'),
  )
}

const timeTests = {
  equals: (time: Date, from: Date, until: Date) => time >= from && time < until,
  lessthan: (time: Date, from: Date) => time < from,
  lessthaneq: (time: Date, _from: Date, until: Date) => time < until,
  greaterthan: (time: Date, _from: Date, until: Date) => time >= until,
  greaterthaneq: (time: Date, from: Date) => time >= from,
} as const

/** Returns true if a comparison holds for two times. @throws search_field_operator_invalid */
export function compareTimes(comparison: Comparison, time: Date, other: Date, context: OperatorContext): boolean {
  const compares = Object.hasOwn(timeTests, comparison) ? timeTests[comparison as TimeComparison] : refuse(context)
  return compares(time, other, new Date(other.getTime() + 1))
}

type TimeComparison = keyof typeof timeTests

function whereMoment<E extends EntityName>(
  comparison: TimeComparison,
  { from, until }: Moment,
  before: (moment: Date) => Where<E>,
  notBefore: (moment: Date) => Where<E>,
): Where<E> {
  switch (comparison) {
    case 'equals':
      return every([notBefore(from), before(until)])
    case 'lessthan':
      return before(from)
    case 'lessthaneq':
      return before(until)
    case 'greaterthan':
      return notBefore(until)
    case 'greaterthaneq':
      return notBefore(from)
  }
}

const beginnings = /^(\d{4})(?:-(?:(\d{2})(?:-(?:(\d{2})(?: (?:(\d{2})(?::(?:(\d{2})(?::(?:(\d{2}))?)?)?)?)?)?)?)?)?)?$/

/**
 * The times whose notation contains a text, if they form one span: when the text is the beginning, in whole parts,
 * because four digits together can only be a year.
 */
function spanOf(text: string): Moment | undefined {
  const match = beginnings.exec(text)
  if (!match) return undefined
  const parts = match
    .slice(1)
    .filter((part) => part !== undefined)
    .map(Number)
  const start = (last: number) => {
    const [year = 1, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.with(-1, (parts.at(-1) ?? 0) + last)
    return new Date(new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000)
  }
  const from = start(0)
  // There is no 30th of February, and no time that begins with it.
  return { from, until: notationOf(from).startsWith(text) ? start(1) : from }
}

function momentsOf(values: readonly string[], { test, scope }: OperatorContext): Moment[] {
  return values.map((value) => parseMoment(value, scope.now, test.source.value))
}
