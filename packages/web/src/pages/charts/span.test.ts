import { describe, expect, it } from 'vitest'
import { spanOf, trendInput, untilEnd } from './span.js'

const span = (query: string) => spanOf(new URLSearchParams(query))
const trend = { points: ['2026-01-01', '2026-01-02', '2026-01-03'].map((start) => ({ start }) as never) }
const input = (query: string) => trendInput(span(query), Date.parse('2026-06-01'))
const starts = (query: string) => untilEnd(trend, span(query)).points.map(({ start }) => start)

describe('the span of a chart', () => {
  it('is two years for a range that is not offered', () => {
    for (const query of ['', 'range=31', 'range=30 days', 'from=2026-01-01'])
      expect(input(query)).toEqual({ days: 732 })
    expect(input('range=30')).toEqual({ days: 30 })
  })

  it('begins and ends on the days of a custom range', () => {
    const custom = 'range=custom&from=2026-01-01&to=2026-01-02'
    expect(input(custom)).toEqual({ from: new Date('2026-01-01'), over: 'day' })
    expect(starts(custom)).toEqual(['2026-01-01', '2026-01-02'])
    expect(starts('range=custom&from=2026-01-01')).toHaveLength(3)
    expect(input('range=custom&to=2026-01-02')).toEqual({ days: 732 })
  })

  it('has points for the length of a custom range that has ended, and no more than a thousand until today', () => {
    const over = (from: string, to = '') => input(`range=custom&from=${from}&to=${to}`).over
    expect([over('2025-01-01', '2025-01-20'), over('2025-01-01', '2025-12-31')]).toEqual(['day', 'week'])
    expect([over('2023-01-01', '2023-01-20'), over('2000-01-01', '2000-01-20')]).toEqual(['week', 'month'])
    for (const to of ['', '2026-06-01', '2026-12-31']) expect(over('2026-05-01', to)).toBeUndefined()
  })

  it('rejects days that do not exist, and the last day before the first', () => {
    for (const day of ['2026-02-30', '1.2.2026', 'yesterday', '2026-1-1', '12026-01-01'])
      expect([day, span(`range=custom&from=${day}`).problem]).toEqual([day, 'date'])
    expect(span('range=custom&from=2026-01-02&to=2026-01-01').problem).toBe('order')
  })
})
