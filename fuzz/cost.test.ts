// How costs are judged.
import { describe, expect, it } from 'vitest'
import { isSuperLinear } from './cost/judge.js'

describe('isSuperLinear', () => {
  const costs = (of: (size: number) => number) => [256, 512, 1024, 2048, 4096].map((size) => ({ size, cpu: of(size) }))

  it('finds a cost that grows faster than what is sent', () => {
    expect(isSuperLinear(costs((size) => size ** 2 / 100_000))).toBe(true)
  })

  it('passes one that is in proportion, or too small to matter', () => {
    expect(isSuperLinear(costs((size) => size / 50))).toBe(false)
    expect(isSuperLinear(costs((size) => size ** 2 / 10_000_000))).toBe(false)
  })
})
