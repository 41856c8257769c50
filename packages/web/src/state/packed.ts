// JSON in which the members of similar objects are named once: most of a list would be names.

/**
 * A list of objects with the same members becomes their names, followed by a list of values for each; other lists
 * begin with 0.
 */
export function packed(value: unknown): unknown {
  if (Array.isArray(value)) {
    const names = sharedNames(value)
    if (names) return [names, ...value.map((row: object) => Object.values(row).map(packed))]
    return value.length === 0 ? value : [0, ...value.map(packed)]
  }
  return isObject(value) ? mapped(value, packed) : value
}

/** The value that was packed. */
export function unpacked(value: unknown): unknown {
  if (!Array.isArray(value)) return isObject(value) ? mapped(value, unpacked) : value
  const [names, ...rows] = value as [names: 0 | readonly string[], ...rows: unknown[]]
  if (!names) return rows.map(unpacked)
  return (rows as unknown[][]).map((row) => Object.fromEntries(names.map((name, at) => [name, unpacked(row[at])])))
}

/** The names of the members that all have, in the same order; undefined if they differ, or one is no object. */
function sharedNames(rows: readonly unknown[]): string[] | undefined {
  const [first, ...others] = rows
  if (!isObject(first) || others.length === 0) return undefined
  const names = Object.keys(first)
  const isAlike = (row: unknown) => {
    if (!isObject(row)) return false
    const own = Object.keys(row)
    return own.length === names.length && names.every((name, at) => name === own[at])
  }
  return others.every(isAlike) ? names : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapped(of: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value)]))
}
