/** Returns a row that must exist, such as one that another row refers to. A missing row is a bug in this code. */
export function must<T>(value: T | undefined, what: string, id: number): T {
  if (value === undefined) throw new Error(`there is no ${what} ${id}`)
  return value
}
