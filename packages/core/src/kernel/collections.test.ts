import { describe, expect, it } from 'vitest'
import { groupBy } from './collections.js'

describe('groupBy', () => {
  it('collects items under their keys, both in the order of appearance', () => {
    const groups = groupBy(['pear', 'apple', 'plum', 'fig', 'avocado'], (word) => word[0])
    expect([...groups]).toEqual([
      ['p', ['pear', 'plum']],
      ['a', ['apple', 'avocado']],
      ['f', ['fig']],
    ])
  })

  it('distinguishes keys as Map does', () => {
    expect([...groupBy([0, '0', NaN, NaN], (item) => item).keys()]).toEqual([0, '0', NaN])
  })

  it('gives an empty map for no items', () => {
    expect(groupBy([], (item) => item).size).toBe(0)
  })
})
