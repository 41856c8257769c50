/**
 * Freezes part of a query that is used again and again, such as a predicate: stores may keep what they derive from frozen
 * objects.
 */
export function constant<T extends object>(part: T): T {
  for (const member of Object.values(part))
    if (typeof member === 'object' && member !== null) constant(member as object)
  return Object.freeze(part)
}

/** Remembers what a function derives from frozen objects. */
export function keptForConstants<P extends object, V>(derive: (part: P) => V): (part: P) => V {
  const kept = new WeakMap<P, V>()
  return (part) => {
    if (!Object.isFrozen(part)) return derive(part)
    let value = kept.get(part)
    if (value === undefined) kept.set(part, (value = derive(part)))
    return value
  }
}
