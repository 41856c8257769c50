import { describe, expect, it } from 'vitest'
import { createZone } from './times.js'
import { ownTiming } from './whine-times.js'

/** The days and hour of a whine in Vienna, for an owner elsewhere. */
function timingIn(zone: string, day: string, time: string, now = '2026-01-15T12:00:00Z') {
  const timing = ownTiming({ zone: createZone('Europe/Vienna'), now: new Date(now) }, { day, time }, zone)
  return timing && [timing.days.map((name) => name.slice(0, 2)).join(' '), ...timing.hours]
}

describe('times of whines', () => {
  it('stay in the same zone, in winter and in summer', () => {
    expect(timingIn('Europe/Vienna', 'All', '0')).toEqual(['mo tu we th fr sa su', 0])
    expect(timingIn('Europe/Vienna', 'MF', '23', '2026-07-15T12:00:00Z')).toEqual(['mo tu we th fr', 23])
    expect(timingIn('Europe/Vienna', 'Wed', '9')).toEqual(['we', 9])
  })

  it('move to the day before or after in another zone', () => {
    expect(timingIn('', 'Mon', '0')).toEqual(['su', 23])
    expect(timingIn('America/New_York', 'MF', '3')).toEqual(['mo tu we th su', 21])
    expect(timingIn('Asia/Tokyo', 'Sun', '20')).toEqual(['mo', 4])
  })

  it('are at the full hour before in a zone with half hours', () => {
    const at = { zone: createZone('UTC'), now: new Date('2026-01-15T12:00:00Z') }
    expect(ownTiming(at, { day: 'Tue', time: '8' }, 'Asia/Kolkata')).toMatchObject({
      ...{ days: ['tuesday'], hours: [13], isEnabled: true },
      note: "it runs 30 minutes earlier here, at a full hour of its owner's time zone",
    })
  })

  it('are none for days of the month, and for texts that are no hour', () => {
    for (const [day, time] of [
      ['1', '9'],
      ['last', '9'],
      ['', '9'],
      ['All', ''],
      ['All', '24'],
      ['All', '9:30'],
    ] as const)
      expect(timingIn('UTC', day, time)).toBeUndefined()
  })
})
