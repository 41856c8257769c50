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
    const way = wayOf(atom, asked)
    return either(momentsOf(values, asked).map((moment) => whereMoment(way, moment, before, notBefore)))
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

/** Times have no parts to look for. @throws search_field_operator_invalid */
function wayOf(atom: Atom, asked: Asked): Way {
  return Object.hasOwn(timeTests, atom) ? (atom as Way) : refuse(asked)
}

function momentsOf(values: readonly string[], { test, scope }: Asked): Moment[] {
  return values.map((value) => parseMoment(value, scope.now, test.source.value))
}
