// The times of a schedule: hours of days of the week, in the time zone of its owner. Pure.
import { millisecondsPerDay } from '../../kernel/times.js'

export const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type DayName = (typeof dayNames)[number]

export interface Times {
  /** Bits: Monday is 1, Sunday is 64. */
  readonly days: number
  /** 0 to 23. */
  readonly hours: readonly number[]
}

export function bitsOfDays(days: readonly DayName[]): number {
  return days.reduce((bits, day) => bits | (1 << dayNames.indexOf(day)), 0)
}

export function daysOfBits(bits: number): DayName[] {
  return dayNames.filter((_, index) => (bits & (1 << index)) !== 0)
}

export function sortedHours(hours: readonly number[]): number[] {
  return [...new Set(hours)].toSorted((a, b) => a - b)
}

/**
 * Returns the first time of a schedule after `now`. An hour that the clocks skip is later by as much as they skip, and one that they
 * repeat counts once, when it comes first. Unknown time zones count as UTC.
 */
export function nextTime({ days, hours }: Times, timeZone: string, now: Date): Date {
  const zone = clockOf(timeZone)
  const today = dayStart(zone(now))
  // Yesterday too: clocks may be set back across midnight.
  for (let day = -1; day <= 8; day++) {
    const date = today + day * millisecondsPerDay
    if (!isChosen(days, date)) continue
    const times = hours.map((hour) => instantOf(zone, date + hour * 3_600_000)).filter((time) => time > now.getTime())
    if (times.length > 0) return new Date(Math.min(...times))
  }
  return new Date(now.getTime() + 7 * millisecondsPerDay)
}

function isChosen(days: number, date: number): boolean {
  return (days & (1 << ((new Date(date).getUTCDay() + 6) % 7))) !== 0
}

function dayStart(time: number): number {
  return Math.floor(time / millisecondsPerDay) * millisecondsPerDay
}

/** Returns what clocks show at a time, as milliseconds of the same date and hour in UTC. */
type Clock = (time: Date) => number

function clockOf(timeZone: string): Clock {
  const format = formatOf(timeZone)
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
  const options = { ...fields, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: timeZone || 'UTC' })
  } catch {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  }
}

/** The first time at which clocks show this; if they skip it, the time when they would have shown it. */
function instantOf(zone: Clock, shown: number): number {
  const offsetAt = (time: number) => zone(new Date(time)) - time
  const [before, after] = [offsetAt(shown - millisecondsPerDay), offsetAt(shown + millisecondsPerDay)]
  const candidates = [shown - before, shown - after].toSorted((a, b) => a - b)
  return candidates.find((time) => zone(new Date(time)) === shown) ?? shown - before
}
