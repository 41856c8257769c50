// Tests that values occur with their configured frequency.
import { describe, expect, it } from 'vitest'
import { createRandom, weighted, zipf } from './random.js'

const draws = 100_000

function frequencies(choice: (random: () => number) => string): Record<string, number> {
  const random = createRandom(7)
  const counts: Record<string, number> = {}
  for (let n = 0; n < draws; n++) {
    const item = choice(random)
    counts[item] = (counts[item] ?? 0) + 1
  }
  return Object.fromEntries(Object.entries(counts).map(([item, count]) => [item, count / draws]))
}

describe('a choice', () => {
  it('picks each item as often as its weight says, and one without weight never', () => {
    const picked = frequencies(
      weighted([
        ['half', 50],
        ['never', 0],
        ['tenth', 10],
        ['most of the rest', 39],
        ['rare', 1],
      ]),
    )
    expect(Object.keys(picked)).not.toContain('never')
    for (const [item, share] of [
      ['half', 0.5],
      ['tenth', 0.1],
      ['most of the rest', 0.39],
      ['rare', 0.01],
    ] as const)
      expect(picked[item]).toBeCloseTo(share, 2)
  })

  it("follows Zipf's law: the second half as often as the first", () => {
    const { a = 0, b = 0, c = 0 } = frequencies(zipf(['a', 'b', 'c']))
    expect(a / b).toBeCloseTo(2, 1)
    expect(a / c).toBeCloseTo(3, 0)
  })

  it('of one item is that item', () => {
    expect(frequencies(zipf(['only']))).toEqual({ only: 1 })
  })
})
