// What was used last, up to a number.

/** A map with room for so many entries: what was used longest ago goes first. */
export interface Recent<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
}

export function createRecent<V>(most: number): Recent<V> {
  const entries = new Map<string, V>()
  const put = (key: string, value: V) => {
    entries.delete(key)
    entries.set(key, value)
  }
  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined) put(key, value)
      return value
    },
    set(key, value) {
      put(key, value)
      if (entries.size <= most) return
      const [oldest] = entries.keys()
      if (oldest !== undefined) entries.delete(oldest)
    },
  }
}
