/**
 * Returns the name of an input in errors, dotted when nested. An item of a list has the name of the list; its value
 * identifies it.
 */
export function fieldAt(path: readonly PropertyKey[]): string {
  const named = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path
  return named.map(String).join('.')
}
