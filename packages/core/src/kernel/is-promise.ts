/**
 * Returns true for a promise, so that a value that is ready is not awaited, which takes as long as a look-up. Not by `instanceof`:
 * programs may replace `Promise`.
 */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value
}
