import { describe, expect, it } from 'vitest'
import { grouped, relative } from './numbers.js'

describe('numbers in English', () => {
  it('are those of Intl', () => {
    const format = new Intl.NumberFormat('en')
    const whole = [0, 1, 999, 1000, 1001, 12_345, 999_999, 1_000_000, 1_234_567_890, Number.MAX_SAFE_INTEGER]
    const some = [...whole, 0.25, 1005.5, 1234.5678, 0.1 + 0.2, 999.9996, -1, -123, -1234.5]
    expect(some.map(grouped)).toEqual(some.map((count) => format.format(count)))
  })
})

describe('relative times in English', () => {
  it('are those of Intl', () => {
    const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
    const counts = [-1200, -2, -1, 1, 2, 59]
    for (const unit of ['year', 'month', 'week', 'day', 'hour', 'minute'] as const)
      expect(counts.map((count) => relative(count, unit))).toEqual(counts.map((count) => format.format(count, unit)))
  })
})
