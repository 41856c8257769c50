import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { readCircles } from './bug-context.js'
import type { Reading } from './context.js'

describe('readCircles', () => {
  it('finds the highest number in a circle of any length, and none in a chain', async () => {
    const of = (from: number, to: number) => ({ dupe: Buffer.from(`${from}`), dupe_of: Buffer.from(`${to}`) })
    const length = 200_000
    const circle = Array.from({ length }, (_, index) => of(index + 1, index + 2))
    const rows = [...circle, of(length + 1, 1), of(900_001, 900_002), of(900_002, 1)]
    const reading = { source: { rows: async () => rows } } as unknown as Reading
    expect(await readCircles(reading)).toEqual(new Set([length + 1]))
  })
})
