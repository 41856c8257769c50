import { describe, expect, it } from 'vitest'
import { createLook } from './look.js'

describe('a look for a pattern', () => {
  const look = (pattern: string) =>
    createLook({ comparison: 'regexp', values: [pattern], field: 'v1' }, () => undefined)

  it.each([
    ['cafe', 'Cafe\u0301', true],
    ['CAFE', 'cafe', true],
    ['kilo', '\u212Ailo', true],
    ['caf\u00e9', 'CAF\u00c9', true],
    ['person1$', 'person1', true],
    ['person1$', 'person12', false],
    ['person1', 'person2', false],
    ['a|b', 'b', true],
  ])('searches for %s in %s like the pattern itself: %s', async (pattern, text, found) => {
    expect(await look(pattern)(text)).toBe(found)
  })
})
