import { describe, expect, it } from 'vitest'
import { placeMarks } from './chart-marks.js'

const weeks = ['2026-03-02', '2026-03-09', '2026-03-16']

const now = Date.parse('2026-03-18T12:00Z')

describe('marks of a chart', () => {
  it.each([
    ['on its first day', '2026-03-02', [0]],
    ['within a period', '2026-03-05', [3 / 7]],
    ['on its last day', '2026-03-16', [2]],
    ['in its last period until today', '2026-03-18', [2]],
    ['in its last period after today', '2026-03-19', [2 + 3 / 7]],
    ['after its last period', '2026-03-23', [3]],
    ['at four times its length', '2026-04-27', [8]],
    ['before its first period', '2026-03-01', []],
    ['long after its last period', '2026-04-28', []],
  ])('%s', (_, day, expected) => {
    expect(placeMarks([{ day, label: 'Due' }], weeks, now).map(({ at }) => at)).toEqual(expected)
  })

  it('are left out of charts of one period', () => {
    expect(placeMarks([{ day: '2026-03-02', label: 'Due' }], ['2026-03-02'], now)).toEqual([])
  })
})
