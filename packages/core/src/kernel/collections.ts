/**
 * Number of rows read, or bugs shown, per batch. The event loop serves others in between; larger batches would not be
 * faster.
 */
export const sliceSize = 500

/** The items in their order, at most `size` at a time. */
export function slicesOf<T>(items: readonly T[], size = sliceSize): readonly (readonly T[])[] {
  if (items.length <= size) return items.length === 0 ? [] : [items]
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

/** Collects items under a key. (Map.groupBy needs Node 21.) */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Some properties of an object, those that it has. */
export function pick<T extends object, K extends keyof T>(object: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.flatMap((name) => (name in object ? [[name, object[name]]] : []))) as Pick<T, K>
}
