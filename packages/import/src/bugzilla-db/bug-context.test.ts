import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { readBugIds, readCircles } from './bug-context.js'
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

describe('readBugIds', () => {
  it('reads many numbers in several parts, with the conditions in each', async () => {
    const all = Array.from({ length: 120_000 }, (_, index) => index * 2)
    const sizes: number[] = []
    const rows = async (sql: string, values: readonly string[]) => {
      expect([sql.includes('product_id = ?'), values]).toEqual([true, ['7']])
      const after = Number(/bug_id > (\d+)/.exec(sql)?.[1] ?? -1)
      const found = all.filter((id) => id > after).slice(0, Number(/LIMIT (\d+)/.exec(sql)?.[1]))
      sizes.push(found.length)
      return found.map((id) => ({ bug_id: Buffer.from(String(id)) }))
    }
    const reading = { source: { rows } } as unknown as Reading
    expect(await readBugIds(reading, ['product_id = ?'], ['7'])).toEqual(all)
    expect(sizes).toEqual([50_000, 50_000, 20_000])
  })
})
