import { expect, it } from 'vitest'
import { ticksTo } from './ticks.js'

it.each([
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [9.5, [0, 5, 10]],
  [32, [0, 10, 20, 30, 40]],
  [81, [0, 50, 100]],
  [100_000, [0, 50_000, 100_000]],
])('the ticks up to %d are round', (most, ticks) => {
  expect(ticksTo(most)).toEqual(ticks)
})
