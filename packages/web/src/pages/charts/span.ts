// The days of a chart over time: a number of them up to today, or from one day to another.
import type { BugsTrendInput } from '@trackerkit/client/types'
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

/** Input of `bugs.trend`, which chooses the period. */
export function trendInput({ range, from, to }: Span): Pick<BugsTrendInput, 'from' | 'until' | 'days'> {
  if (range !== 'custom') return { days: Number(range) }
  if (from === '') return { days: daysShown }
  return { from: new Date(from), ...(to !== '' && { until: new Date(to) }) }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
