/** A bounded memory of things that can be made again. */
export interface Cache<V> {
  /** What is kept for `key`, made by `make` when nothing is. */
  get(key: string, make: (key: string) => V): V
}

/** Longer keys are of enormous queries, which hardly come again and would fill the memory. */
const longestKey = 20_000

/**
 * Keeps at least the `size` things used last and at most twice as many. Two generations instead of an exact order: a hit is
 * one look-up and moves nothing.
 */
export function createCache<V>(size: number): Cache<V> {
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  return {
    get(key, make) {
      const hit = young.get(key)
      if (hit !== undefined) return hit
      const value = old.get(key) ?? make(key)
      if (key.length > longestKey) return value
      if (young.size >= size) {
        old = young
        young = new Map()
      }
      young.set(key, value)
      return value
    },
  }
}
