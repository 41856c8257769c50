// Days in a row, put together to weeks and months. All in UTC.
import { TrackerError } from '../../../kernel/errors.js'
import { millisecondsPerDay } from '../../../kernel/times.js'

/** For how long each count is. */
export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

const mostPeriods = 1000

/** The first day of the period that a day is in, as a number of days since 1970. Weeks begin on Monday. */
export function startOf(day: number, period: Period): number {
  if (period === 'day') return day
  // 1970 began on a Thursday.
  if (period === 'week') return day - ((((day + 3) % 7) + 7) % 7)
  const date = timeOf(day)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / millisecondsPerDay
}

/** The first days of all periods from the one of the first day to the one of the last. @throws too_many_groups */
export function startsBetween(first: number, last: number, period: Period): number[] {
  const starts: number[] = []
  for (let start = startOf(first, period); start <= last; start = nextAfter(start, period)) {
    if (starts.length === mostPeriods) throw new TrackerError('too_many_groups', { field: 'over', limit: mostPeriods })
    starts.push(start)
  }
  return starts
}

function nextAfter(start: number, period: Period): number {
  return period === 'month' ? startOf(start + 31, 'month') : start + (period === 'week' ? 7 : 1)
}

/** When a day begins. */
export function timeOf(day: number): Date {
  return new Date(day * millisecondsPerDay)
}

/** A day as YYYY-MM-DD. */
export function dayText(day: number): string {
  return timeOf(day).toISOString().slice(0, 10)
}
