import { expect, it } from 'vitest'
import { createCache } from './cache.js'

/** A cache of ten things, and how often each was made. */
function counting() {
  const made = new Map<string, number>()
  const cache = createCache<string>(10)
  const get = (key: string) =>
    cache.get(key, () => {
      made.set(key, (made.get(key) ?? 0) + 1)
      return `thing ${key}`
    })
  return { made, get }
}

it('a cache makes an entry once while it is in use', () => {
  const { made, get } = counting()
  for (let i = 0; i < 1_000; i++) {
    expect(get('in use')).toBe('thing in use')
    expect(get(`${i}`)).toBe(`thing ${i}`)
  }
  expect(made.get('in use')).toBe(1)
})

it('a cache keeps at most twice as many entries as it is for', () => {
  const { made, get } = counting()
  for (let i = 0; i < 1_000; i++) get(`${i}`)
  for (let i = 0; i < 1_000; i++) get(`${i}`)
  expect([...made.values()].filter((times) => times === 1).length).toBeLessThanOrEqual(20)
})

it('a cache keeps nothing enormous', () => {
  const { made, get } = counting()
  const key = 'x'.repeat(100_000)
  expect([get(key), get(key)]).toEqual([`thing ${key}`, `thing ${key}`])
  expect(made.get(key)).toBe(2)
})
