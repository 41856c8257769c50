import { describe, expect, it } from 'vitest'
import { bitsOfDays, daysOfBits, nextTime, type DayName } from './times.js'

const everyDay = 127

/** The next times of a schedule, one after the other. */
function timesOf(zone: string, hours: readonly number[], from: string, count: number, days = everyDay): string[] {
  const times: string[] = []
  let now = new Date(from)
  for (let index = 0; index < count; index++) {
    now = nextTime({ days, hours }, zone, now)
    times.push(now.toISOString().slice(0, 16))
  }
  return times
}

describe('the next time of a schedule', () => {
  it('follows the clocks of Vienna over both changes of 2026', () => {
    const monday = bitsOfDays(['monday'])
    expect(timesOf('Europe/Vienna', [8], '2026-03-22T00:00Z', 3, monday)).toEqual([
      '2026-03-23T07:00',
      '2026-03-30T06:00',
      '2026-04-06T06:00',
    ])
    expect(timesOf('Europe/Vienna', [8], '2026-10-18T12:00Z', 2, monday)).toEqual([
      '2026-10-19T06:00',
      '2026-10-26T07:00',
    ])
  })

  it('is an hour later on a day without that hour, and once on a day that repeats it', () => {
    expect(timesOf('Europe/Vienna', [2, 3], '2026-03-28T12:00Z', 3)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:00',
      '2026-03-30T01:00',
    ])
    expect(timesOf('Europe/Vienna', [2], '2026-10-24T12:00Z', 2)).toEqual(['2026-10-25T00:00', '2026-10-26T01:00'])
    expect(timesOf('Australia/Lord_Howe', [2], '2026-10-03T12:00Z', 1)).toEqual(['2026-10-03T15:30'])
  })

  it('knows zones with minutes, far ahead, and with a day that did not exist', () => {
    expect(timesOf('Asia/Kathmandu', [8], '2026-01-01T02:15Z', 2)).toEqual(['2026-01-02T02:15', '2026-01-03T02:15'])
    expect(timesOf('America/St_Johns', [0, 23], '2026-03-08T03:29Z', 3)).toEqual([
      '2026-03-08T03:30',
      '2026-03-09T01:30',
      '2026-03-09T02:30',
    ])
    expect(timesOf('Pacific/Apia', [9], '2026-06-01T00:00Z', 2)).toEqual(['2026-06-01T20:00', '2026-06-02T20:00'])
    // Samoa skipped 30 December 2011.
    expect(timesOf('Pacific/Apia', [9], '2011-12-29T00:00Z', 3)).toEqual([
      '2011-12-29T19:00',
      '2011-12-30T19:00',
      '2011-12-31T19:00',
    ])
  })

  it('is in UTC without a zone or with an unknown one, and skips days that are not chosen', () => {
    for (const zone of ['', 'Mars/Olympus'])
      expect(timesOf(zone, [6, 18], '2026-01-02T18:00Z', 3, bitsOfDays(['monday', 'friday']))).toEqual([
        '2026-01-05T06:00',
        '2026-01-05T18:00',
        '2026-01-09T06:00',
      ])
  })

  it('comes again in every hour of every day, in many zones', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour)
    for (const zone of Intl.supportedValuesOf('timeZone').filter((_, index) => index % 43 === 0)) {
      let now = new Date('2026-01-01T00:00:30Z')
      for (let step = 0; step < 60; step++) {
        const next = nextTime({ days: everyDay, hours }, zone, now)
        expect(next > now && next.getTime() - now.getTime() <= 2 * 3_600_000).toBe(true)
        now = new Date(next.getTime() + 150 * 3_600_000)
      }
    }
  })
})

describe('days of a schedule', () => {
  it('are stored as bits', () => {
    const days: DayName[] = ['monday', 'sunday']
    expect([bitsOfDays(days), daysOfBits(65), daysOfBits(0)]).toEqual([65, days, []])
  })
})
