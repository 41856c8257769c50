/** A cache of recently used values that can be made again. */
export interface LruCache<V> {
  get(key: string): V | undefined
  /** Returns the cached value of `key`, or makes it with `make`. */
  get(key: string, make: (key: string) => V): V
  set(key: string, value: V): void
}

/** Longer keys are of enormous queries, which hardly come again and would fill the memory. */
const longestKey = 20_000

/**
 * Keeps at least the `size` things used last and at most twice as many. Two generations instead of an exact order: a hit is
 * one look-up and moves nothing.
 */
export function createLruCache<V>(size: number): LruCache<V> {
  let young = new Map<string, V>()
  let old = new Map<string, V>()

  function set(key: string, value: V): void {
    if (key.length > longestKey) return
    if (young.size >= size && !young.has(key)) {
      old = young
      young = new Map()
    }
    young.set(key, value)
  }

  function get(key: string): V | undefined
  function get(key: string, make: (key: string) => V): V
  function get(key: string, make?: (key: string) => V): V | undefined {
    const hit = young.get(key)
    if (hit !== undefined) return hit
    const value = old.get(key) ?? make?.(key)
    if (value !== undefined) set(key, value)
    return value
  }

  return { get, set }
}
