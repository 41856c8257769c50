import { describe, expect, it } from 'vitest'
import { spanOf, trendInput } from './span.js'

const span = (query: string) => spanOf(new URLSearchParams(query))
const input = (query: string) => trendInput(span(query))

describe('the span of a chart', () => {
  it('is two years for a range that is not offered', () => {
    for (const query of ['', 'range=31', 'range=30 days', 'from=2026-01-01'])
      expect(input(query)).toEqual({ days: 732 })
    expect(input('range=30')).toEqual({ days: 30 })
  })

  it('begins and ends on the days of a custom range', () => {
    const from = new Date('2026-01-01')
    const custom = 'range=custom&from=2026-01-01'
    expect(input(`${custom}&to=2026-01-02`)).toEqual({ from, until: new Date('2026-01-02') })
    expect(input(custom)).toEqual({ from })
    expect(input('range=custom&to=2026-01-02')).toEqual({ days: 732 })
  })

  it('rejects days that do not exist, and the last day before the first', () => {
    for (const day of ['2026-02-30', '1.2.2026', 'yesterday', '2026-1-1', '12026-01-01'])
      expect([day, span(`range=custom&from=${day}`).problem]).toEqual([day, 'date'])
    expect(span('range=custom&from=2026-01-02&to=2026-01-01').problem).toBe('order')
  })
})
