// Times and days.
import type { EntityName, Where } from '../../schema/index.js'
import { compared, contains, either, every, isIn, isNull, never, type ColumnOf } from '../columns.js'
import { parseDay, parseMoment, type Moment } from '../dates.js'
import type { Asked } from '../scope.js'
import { refuse, type Ask } from './ask.js'
import type { Atom } from './names.js'

/** Moments in a column. A value in whole seconds means that second, whatever its milliseconds. */
export function time<E extends EntityName>(col: ColumnOf<E, 'time'>): Ask<E> {
  const before = (moment: Date) => compared<E>(col, 'lt', moment)
  const notBefore = (moment: Date) => compared<E>(col, 'gte', moment)
  return (atom, values, asked) => {
    if (atom === 'empty') return never
    const isPart = atom === 'substring' || atom === 'casesubstring'
    const way = isPart ? 'equals' : wayOf(atom, asked)
    const moments = isPart ? values.map((value) => beginning(value, asked)) : momentsOf(values, asked)
    return either(moments.map((moment) => whereMoment(way, moment, before, notBefore)))
  }
}

/** Days in a nullable column, as YYYY-MM-DD. */
export function day<E extends EntityName>(col: ColumnOf<E, 'text'>): Ask<E> {
  return (atom, values, asked): Where<E> => {
    const { test, scope } = asked
    const days = () => values.map((value) => parseDay(value, scope.now, test.source.value))
    switch (atom) {
      case 'empty':
        return isNull<E>(col)
      case 'equals':
      case 'word':
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
      case 'regexp':
        return refuse(asked)
    }
  }
}

/** The same question, put to a moment in memory. */
export function timeMatcher(atom: Atom, values: readonly string[], asked: Asked): (time: Date) => boolean {
  if (atom === 'empty') return () => false
  const way = wayOf(atom, asked)
  const moments = momentsOf(values, asked)
  return (time) => moments.some(({ from, until }) => timeTests[way](time, from, until))
}

const timeTests = {
  equals: (time: Date, from: Date, until: Date) => time >= from && time < until,
  lessthan: (time: Date, from: Date) => time < from,
  lessthaneq: (time: Date, _from: Date, until: Date) => time < until,
  greaterthan: (time: Date, _from: Date, until: Date) => time >= until,
  greaterthaneq: (time: Date, from: Date) => time >= from,
} as const

/** The same question, put to two moments. */
export function compareTimes(atom: Atom, time: Date, other: Date, asked: Asked): boolean {
  return timeTests[wayOf(atom, asked)](time, other, new Date(other.getTime() + 1))
}

type Way = keyof typeof timeTests

function whereMoment<E extends EntityName>(
  way: Way,
  { from, until }: Moment,
  before: (moment: Date) => Where<E>,
  notBefore: (moment: Date) => Where<E>,
): Where<E> {
  switch (way) {
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

const beginnings =
  /^(\d{4})(?:-(?:(\d{2})(?:-(?:(\d{2})(?:[ T](?:(\d{2})(?::(?:(\d{2})(?::(?:(\d{2}))?)?)?)?)?)?)?)?)?)?$/

/**
 * The moments whose notation, YYYY-MM-DD HH:MM:SS, begins so: from the year on, in whole parts. Other parts of a notation
 * belong to no one stretch of time. @throws search_field_operator_invalid
 */
function beginning(text: string, asked: Asked): Moment {
  const parts = (beginnings.exec(text.trim()) ?? refuse(asked))
    .slice(1)
    .filter((part) => part !== undefined)
    .map(Number)
  const start = (last: number) => {
    const [year = 1, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.with(-1, (parts.at(-1) ?? 0) + last)
    return new Date(new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000)
  }
  const from = start(0)
  // There is no 30th of February, and no time that begins with it.
  const exists = from.toISOString().replace('T', ' ').startsWith(text.trim().replace('T', ' '))
  return { from, until: exists ? start(1) : from }
}

/** Times have no other parts to look for. @throws search_field_operator_invalid */
function wayOf(atom: Atom, asked: Asked): Way {
  return Object.hasOwn(timeTests, atom) ? (atom as Way) : refuse(asked)
}

function momentsOf(values: readonly string[], { test, scope }: Asked): Moment[] {
  return values.map((value) => parseMoment(value, scope.now, test.source.value))
}
