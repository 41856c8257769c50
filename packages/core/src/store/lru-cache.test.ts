import { describe, expect, it } from 'vitest'
import { createLruCache } from './lru-cache.js'

/** A cache of ten things, and how often each was made. */
function counting() {
  const made = new Map<string, number>()
  const cache = createLruCache<string>(10)
  const get = (key: string) =>
    cache.get(key, () => {
      made.set(key, (made.get(key) ?? 0) + 1)
      return `thing ${key}`
    })
  return { made, get }
}

describe('createLruCache', () => {
  it('makes an entry once while it is in use', () => {
    const { made, get } = counting()
    for (let i = 0; i < 1_000; i++) {
      expect(get('in use')).toBe('thing in use')
      expect(get(`${i}`)).toBe(`thing ${i}`)
    }
    expect(made.get('in use')).toBe(1)
  })

  it('keeps at most twice as many entries as its size', () => {
    const { made, get } = counting()
    for (let i = 0; i < 1_000; i++) get(`${i}`)
    for (let i = 0; i < 1_000; i++) get(`${i}`)
    expect([...made.values()].filter((times) => times === 1).length).toBeLessThanOrEqual(20)
  })

  it('keeps nothing under an enormous key', () => {
    const { made, get } = counting()
    const key = 'x'.repeat(100_000)
    expect([get(key), get(key)]).toEqual([`thing ${key}`, `thing ${key}`])
    expect(made.get(key)).toBe(2)
  })

  it('returns the value that was set last, and forgets entries that are not used', () => {
    const cache = createLruCache<number>(2)
    cache.set('one', 1)
    cache.set('one', 4)
    for (const key of ['two', 'three', 'four', 'five', 'six']) {
      cache.set(key, 2)
      expect(cache.get('one')).toBe(4)
    }
    expect([cache.get('two'), cache.get('nothing')]).toEqual([undefined, undefined])
  })
})
