// The dates that searches compare with: absolute ones and such as 'three days ago'.
import { TrackerError } from '../../kernel/errors.js'
import { longestWritten } from '../../kernel/scan.js'
import { millisecondsPerDay, parseTime } from '../../kernel/times.js'

/** A moment as precise as it was given: times of bugs are shown in whole seconds, so a second is all of its milliseconds. */
export interface Moment {
  readonly from: Date
  /** The first millisecond after it. */
  readonly until: Date
}

/** The years that every store and every notation has. */
const [earliest, latest] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59Z')]
const relative = /^([+-])?(\d{1,6})([hdwmy])(s)?$/i
const dayOnly = /^\d{4}[-/]?\d{1,2}[-/]?\d{1,2}$/

/**
 * Reads a date: an absolute one; `now`; or a number of hours, days, weeks, months or years ago (`3d`, `-3d`) or ahead
 * (`+3d`), with an `s` at the end the start of that hour, day, week (Sunday), month or year. All in UTC.
 * @throws illegal_date
 */
export function parseMoment(text: string, now: Date, field: string): Moment {
  const trimmed = text.length > longestWritten.time ? '' : text.trim()
  if (/^now$/i.test(trimmed)) return moment(now, 1)
  const match = relative.exec(trimmed)
  const time = match ? relativeTime(now, match) : parseTime(trimmed)
  if (!time || !(time >= earliest && time <= latest))
    throw new TrackerError('illegal_date', { field, value: text, canBeRelative: true })
  return moment(time, match || /[.,]\d/.test(trimmed) ? 1 : 1000)
}

/** As parseMoment, but a date without a time of day is the whole day. */
export function parseWholeDay(text: string, now: Date, field: string): Moment {
  const { from, until } = parseMoment(text, now, field)
  return dayOnly.test(text.trim()) ? moment(from, millisecondsPerDay) : { from, until }
}

/** The calendar day, YYYY-MM-DD. @throws illegal_date */
export function parseDay(text: string, now: Date, field: string): string {
  return parseMoment(text, now, field).from.toISOString().slice(0, 10)
}

/** Returns the time that many times 24 hours before, within the supported years. */
export function daysBefore(now: Date, days: number): Date {
  const time = now.getTime() - days * millisecondsPerDay
  return new Date(Math.max(earliest.getTime(), Math.min(latest.getTime(), time)))
}

/** How many times 24 hours it is from a time to now, without the rest. */
export function wholeDays(from: Date, now: Date): number {
  return Math.floor((now.getTime() - from.getTime()) / millisecondsPerDay)
}

function moment(from: Date, milliseconds: number): Moment {
  return { from, until: new Date(from.getTime() + milliseconds) }
}

type Unit = 'h' | 'd' | 'w' | 'm' | 'y'

function relativeTime(now: Date, [, sign, digits = '0', letter = 'd', start]: RegExpExecArray): Date {
  const unit = letter.toLowerCase() as Unit
  const distance = Number(digits) * (sign === '+' ? 1 : -1)
  const parts = partsOf(now)
  const places: Readonly<Record<Unit, readonly [part: keyof typeof parts, size: number]>> = {
    h: ['hour', 1],
    d: ['day', 1],
    w: ['day', 7],
    m: ['month', 1],
    y: ['year', 1],
  }
  const [part, size] = places[unit]
  parts[part] += distance * size
  return timeOf(start === undefined ? parts : startOf(unit, parts))
}

interface Parts {
  year: number
  month: number
  day: number
  hour: number
  /** Milliseconds within the hour. */
  rest: number
}

function partsOf(time: Date): Parts {
  return {
    year: time.getUTCFullYear(),
    month: time.getUTCMonth(),
    day: time.getUTCDate(),
    hour: time.getUTCHours(),
    rest: time.getTime() % 3_600_000,
  }
}

/** Days that a month does not have roll over into the next. Date.UTC would take the years 0 to 99 as 1900 to 1999. */
function timeOf({ year, month, day, hour, rest }: Parts): Date {
  const time = new Date(0)
  time.setUTCFullYear(year, month, day)
  time.setUTCHours(hour, 0, 0, rest)
  return time
}

function startOf(unit: Unit, parts: Parts): Parts {
  if (unit === 'h') return { ...parts, rest: 0 }
  const day = { ...parts, hour: 0, rest: 0 }
  if (unit === 'd') return day
  if (unit === 'w') return { ...day, day: day.day - timeOf(day).getUTCDay() }
  return unit === 'm' ? { ...day, day: 1 } : { ...day, day: 1, month: 0 }
}
