import { describe, expect, it } from 'vitest'
import { daysBefore, parseDay, parseMoment, parseWholeDay } from './dates.js'

// A Wednesday.
const now = new Date('2026-03-18T15:45:30.250Z')
const from = (text: string) => parseMoment(text, now, 'v1').from.toISOString()

describe('parseMoment', () => {
  it.each([
    ['now', '2026-03-18T15:45:30.250Z'],
    ['2h', '2026-03-18T13:45:30.250Z'],
    ['-1d', '2026-03-17T15:45:30.250Z'],
    ['+1D', '2026-03-19T15:45:30.250Z'],
    ['2w', '2026-03-04T15:45:30.250Z'],
    ['1m', '2026-02-18T15:45:30.250Z'],
    ['-1y', '2025-03-18T15:45:30.250Z'],
    ['0hs', '2026-03-18T15:00:00.000Z'],
    ['-0ds', '2026-03-18T00:00:00.000Z'],
    ['1ds', '2026-03-17T00:00:00.000Z'],
    ['0ws', '2026-03-15T00:00:00.000Z'],
    ['1ws', '2026-03-08T00:00:00.000Z'],
    ['0ms', '2026-03-01T00:00:00.000Z'],
    ['3ms', '2025-12-01T00:00:00.000Z'],
    ['0ys', '2026-01-01T00:00:00.000Z'],
    ['1950y', '0076-03-18T15:45:30.250Z'],
    ['2025ys', '0001-01-01T00:00:00.000Z'],
    ['2026-01-05 10:00', '2026-01-05T10:00:00.000Z'],
  ])('reads %s', (text, time) => {
    expect(from(text)).toBe(time)
  })

  it('rolls days that a month does not have over into the next', () => {
    expect(parseMoment('1m', new Date('2026-03-31T00:00:00Z'), 'v1').from.toISOString()).toBe(
      '2026-03-03T00:00:00.000Z',
    )
  })

  it('is as precise as the given text', () => {
    const length = (text: string) => {
      const moment = parseMoment(text, now, 'v1')
      return moment.until.getTime() - moment.from.getTime()
    }
    expect(length('2026-01-05T10:00:00Z')).toBe(1000)
    expect(length('2026-01-05T10:00:00.000Z')).toBe(1)
    expect(length('1d')).toBe(1)
  })

  it.each(['', 'soon', '1', '1x', '1d1h', '9999999d', '2026y', '999999y', '+999999w', '2026-02-30'])(
    'refuses %j',
    (text) => {
      expect(() => from(text)).toThrow(
        expect.objectContaining({
          code: 'illegal_date',
          number: 56,
          message: expect.stringContaining('or time before now (7d), not ') as string,
          data: expect.objectContaining({ field: 'v1', value: text }) as object,
        }) as Error,
      )
    },
  )
})

it('a date without a time means the whole day where days are compared', () => {
  expect(parseWholeDay('2026-03-01', now, 'to').until.toISOString()).toBe('2026-03-02T00:00:00.000Z')
  expect(parseWholeDay('2026-03-01 00:00', now, 'to').until.toISOString()).toBe('2026-03-01T00:00:01.000Z')
  expect(parseDay('1d', now, 'deadlineto')).toBe('2026-03-17')
})

it('daysBefore stays within the years 1 to 9999', () => {
  expect(daysBefore(now, 1).toISOString()).toBe('2026-03-17T15:45:30.250Z')
  expect(daysBefore(now, 1e15).getUTCFullYear()).toBe(1)
  expect(daysBefore(now, -1e15).getUTCFullYear()).toBe(9999)
})
