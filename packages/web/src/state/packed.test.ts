// The JSON of answers in a page.
import { describe, expect, it } from 'vitest'
import { packed, unpacked } from './packed.js'

describe('packed', () => {
  it('names the members of similar objects once', () => {
    const bugs = [
      { id: 1, summary: 'One' },
      { id: 2, summary: 'Two' },
    ]
    expect(packed({ bugs, total: 2 })).toEqual({
      bugs: [
        ['id', 'summary'],
        [1, 'One'],
        [2, 'Two'],
      ],
      total: 2,
    })
  })

  it('keeps every value of JSON as it was', () => {
    const values: unknown[] = [
      ...[null, 0, '', false, [], {}, [[]], [[], []], [{}], [{}, {}], [0], [0, 1], [null, {}], ['0'], [['a'], ['b']]],
      ...[[{ a: 1 }], [{ a: 1 }, { b: 2 }], [{ a: 1 }, [1]], [[['a']], 0], { a: [{ b: [] }, { b: [{ c: 1 }] }] }],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      JSON.parse('[{"__proto__":1,"constructor":[0]},{"__proto__":{"a":[]},"constructor":[]}]'),
    ]
    for (const value of values) {
      const text = JSON.stringify(value)
      expect(JSON.stringify(unpacked(JSON.parse(JSON.stringify(packed(value)))))).toBe(text)
    }
  })
})
