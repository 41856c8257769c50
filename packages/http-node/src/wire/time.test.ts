import { expect, it } from 'vitest'
import { formatTime, parseTime } from './time.js'

it('reads dates and times in the forms that clients write', () => {
  const noon = '2026-01-31T12:34:56.000Z'
  const forms = [
    ['2026-01-31T12:34:56Z', noon],
    ['2026-01-31T12:34:56', noon],
    ['2026-01-31 12:34:56', noon],
    ['2026/01/31 12:34:56', noon],
    ['2026-1-31 12:34:56 UTC', noon],
    [' 2026-01-31T12:34:56 GMT ', noon],
    ['20260131T12:34:56', noon],
    ['20260131T123456Z', noon],
    ['2026-01-31T14:34:56+02:00', noon],
    ['2026-01-31T14:34:56+0200', noon],
    ['2026-01-31T07:04:56-05:30', noon],
    ['2026-01-31T14:34:56 +02', noon],
    ['2026-01-31t12:34:56z', noon],
    ['2026-01-31T12:34:56.789Z', '2026-01-31T12:34:56.789Z'],
    ['2026-01-31T12:34:56,7', '2026-01-31T12:34:56.700Z'],
    ['2026-01-31T12:34:56.123456789Z', '2026-01-31T12:34:56.123Z'],
    ['2026-01-31T12:34', '2026-01-31T12:34:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['20260131', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ] as const
  for (const [text, time] of forms) expect([text, parseTime(text)?.toISOString()]).toEqual([text, time])
})

it('reads nothing into what is no time, or none that the calendar has', () => {
  const texts = [
    '',
    'yesterday',
    '-1d',
    '2026',
    '2026-02',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-01-31T25:00',
    '2026-01-31T24:00:00',
    '2026-01-31T12:60',
    '2026-01-31T12:00:00+25:00',
    '2026-01-31T12:00:00+02:99',
    '12345678901234567890',
    '2026131',
    '31.01.2026',
    '2026-01-31T12:00:00 Europe/Berlin',
  ]
  for (const text of texts) expect([text, parseTime(text)]).toEqual([text, undefined])
})

it('[DATA-04] writes whole seconds in UTC', () => {
  expect(formatTime(new Date('2026-01-31T12:34:56.999Z'))).toBe('2026-01-31T12:34:56Z')
})
