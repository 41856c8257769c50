/**
 * Returns an object with these members, to be held for as long as objects with the same members are made one by one. An object
 * that receives more than some sixteen members by computed names becomes a hash table in V8, which takes two to three times
 * as long to make, to read and to write as JSON, unless an object with the same members in the same order exists.
 */
export function layoutOf(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, null]))
}
