import { expect, it } from 'vitest'
import { collect } from './collect.js'

it('collects pieces of any sizes in their order, and copies no single one', () => {
  const collected = collect()
  expect(collected.bytes()).toHaveLength(0)
  const first = Buffer.from('first ')
  collected.add(first)
  expect(collected.bytes().buffer).toBe(first.buffer)
  for (let n = 0; n < 1000; n++) collected.add(Buffer.from(`${n},`))
  collected.add(Buffer.alloc(100_000, 'x'))
  collected.add(Buffer.from('last'))
  const numbers = Array.from({ length: 1000 }, (_, n) => `${n},`).join('')
  expect(collected.bytes().toString()).toBe(`first ${numbers}${'x'.repeat(100_000)}last`)
  expect(first.toString()).toBe('first ')
})
