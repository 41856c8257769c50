import { expect, it } from 'vitest'
import { createCache } from './cache.js'

it('makes a thing once while it is in use, and never keeps more than twice its size', () => {
  const made: number[] = []
  const cache = createCache<number, string>(10)
  const get = (key: number) => cache.get(key, () => (made.push(key), `thing ${key}`))
  for (let i = 0; i < 1_000; i++) {
    expect(get(-1)).toBe('thing -1')
    expect(get(i)).toBe(`thing ${i}`)
  }
  expect(made.filter((key) => key === -1)).toHaveLength(1)
  made.length = 0
  for (let i = 999; i >= 0; i--) get(i)
  expect(1_000 - made.length).toBeLessThanOrEqual(20)
})
