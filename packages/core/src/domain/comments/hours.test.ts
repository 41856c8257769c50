import { describe, expect, it } from 'vitest'
import { hoursText, percentageComplete, remainingAfter, roundHours } from './hours.js'

describe('hours of work', () => {
  it('are kept to two decimals', () => {
    expect([roundHours(1.255), roundHours(0.1 + 0.2), roundHours(2), roundHours(-0.004)].map(Math.abs)).toEqual([
      1.26, 0.3, 2, 0,
    ])
  })

  it('remain until they are worked, and never become negative', () => {
    expect([remainingAfter(10, 2.5), remainingAfter(0.3, 0.1), remainingAfter(1, 5), remainingAfter(1, -2)]).toEqual([
      7.5, 0.2, 0, 3,
    ])
  })

  it.each([
    [0, 0, 0],
    [0, 5, 0],
    [5, 0, 100],
    [1, 2, 33],
    [0.29, 0.71, 29],
    [0.57, 0.43, 57],
    [-3, 1, 0],
    [-1, 5, 0],
  ])('of %d done and %d remaining are %d percent complete', (actual, remaining, percentage) => {
    expect(percentageComplete(actual, remaining)).toBe(percentage)
  })

  it('are shown with two decimals', () => {
    expect([hoursText(1.5), hoursText(10), hoursText(-0.25)]).toEqual(['1.50', '10.00', '-0.25'])
  })
})
