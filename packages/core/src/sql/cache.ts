/** A bounded memory of things that can be made again. */
export interface Cache<K, V> {
  /** What is kept for `key`, made by `make` when nothing is. */
  get(key: K, make: (key: K) => V): V
}

/**
 * Keeps at least the `size` things used last and at most twice as many. Two generations instead of an exact order: a hit is
 * one look-up and moves nothing.
 */
export function createCache<K, V>(size: number): Cache<K, V> {
  let young = new Map<K, V>()
  let old = new Map<K, V>()
  return {
    get(key, make) {
      const hit = young.get(key)
      if (hit !== undefined) return hit
      const value = old.get(key) ?? make(key)
      if (young.size >= size) {
        old = young
        young = new Map()
      }
      young.set(key, value)
      return value
    },
  }
}
