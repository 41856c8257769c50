import { describe, expect, it } from 'vitest'
import { dayOf } from './times.js'

describe('dayOf', () => {
  it.each([
    ['2020-07-01T00:00:00Z', 'UTC'],
    ['2020-06-30T22:00:00Z', 'Berlin'],
    ['2020-06-30T15:00:00Z', 'Tokyo'],
    ['2020-06-30T11:00:00Z', 'Auckland in summer'],
    ['2020-07-01T07:00:00Z', 'Los Angeles'],
    ['2020-07-01T10:00:00Z', 'Honolulu'],
    ['2020-07-01 00:00:00', 'a server that names no zone'],
  ])('understands %s as the day that began there, of %s', (written) => {
    expect(dayOf(written)).toBe('2020-07-01')
  })

  it.each(['2020-07-01', '', '2020-99-99T00:00:00Z', 'soon'])('leaves %j as it is', (written) => {
    expect(dayOf(written)).toBe(written)
  })
})
