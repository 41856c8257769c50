import { expect, it } from 'vitest'
import type { Writer } from '../schema/index.js'
import { instrument } from './instrument.js'

it('an instrumented transaction writes many or large rows in parts, and yields between them', async () => {
  const parts: number[] = []
  let steps = 0
  const insert = (_into: string, rows: readonly object[]) => {
    parts.push(rows.length)
    return rows.map((_row, index) => index)
  }
  const step = () => {
    steps++
    return undefined
  }
  const tx = instrument({ insert } as unknown as Writer, { budget: { step, left: () => Infinity } })
  const write = async (count: number, text: string) => {
    const keys = await tx.insert('comments', Array.from({ length: count }, () => ({ text })) as never)
    return { keys: keys.length, parts: parts.splice(0) }
  }
  expect(await write(0, '')).toEqual({ keys: 0, parts: [0] })
  expect(await write(1, 'x'.repeat(2_000_000))).toEqual({ keys: 1, parts: [1] })
  expect(await write(1200, '')).toEqual({ keys: 1200, parts: [500, 500, 200] })
  expect(await write(5, 'x'.repeat(500_000))).toEqual({ keys: 5, parts: [2, 2, 1] })
  expect(await write(2, 'x'.repeat(2_000_000))).toEqual({ keys: 2, parts: [1, 1] })
  expect(steps).toBe(10)
})
