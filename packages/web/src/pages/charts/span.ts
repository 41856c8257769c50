// The days of a chart over time: a number of them up to today, or from one day to another.
import type { BugsTrendAnswer, BugsTrendInput } from '@trackerkit/client/types'
import { daysShown } from '../../parts/trend.js'

/** Days; the last is the default. */
export const ranges: readonly number[] = [30, 90, 366, daysShown]

export interface Span {
  /** A number of days, or `custom`. */
  readonly range: string
  /** The days of a custom span as they were given; empty for none. */
  readonly from: string
  readonly to: string
  /** No trend is shown then. */
  readonly problem?: 'date' | 'order'
}

export function spanOf(query: URLSearchParams): Span {
  const range = query.get('range') ?? ''
  if (range !== 'custom')
    return { range: ranges.map(String).includes(range) ? range : `${daysShown}`, from: '', to: '' }
  const [from = '', to = ''] = ['from', 'to'].map((name) => query.get(name)?.trim() ?? '')
  const span = { range, from, to }
  if (![from, to].every((day) => day === '' || isDay(day))) return { ...span, problem: 'date' }
  return from !== '' && to !== '' && from > to ? { ...span, problem: 'order' } : span
}

/** A day in milliseconds. */
const day = 24 * 60 * 60 * 1000

type TrendInput = Pick<BugsTrendInput, 'from' | 'days' | 'over'>

/** Input of `bugs.trend`. Without `over`, it chooses the period, for a span until today. */
export function trendInput({ range, from, to }: Span, now: number): TrendInput {
  if (range !== 'custom') return { days: Number(range) }
  if (from === '') return { days: daysShown }
  const [start, end] = [new Date(from), Date.parse(to)]
  return { from: start, ...(end + day <= now && { over: periodOf(start.getTime(), end, now) }) }
}

/** For each period: the most days of the span, and the most days from its start until today, which are at most a thousand periods. */
const most = { day: [92, 990], week: [2 * 366, 6900] } as const

/** The period that suits the span, and not the longer time until today. */
function periodOf(start: number, end: number, now: number): 'day' | 'week' | 'month' {
  const suits = (period: keyof typeof most) =>
    end - start <= most[period][0] * day && now - start <= most[period][1] * day
  return suits('day') ? 'day' : suits('week') ? 'week' : 'month'
}

/** The trend until the last day of the span. */
export function untilEnd<T extends Pick<BugsTrendAnswer, 'points'>>(trend: T, { to }: Span): T {
  return to === '' ? trend : { ...trend, points: trend.points.filter(({ start }) => start <= to) }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
