/** What was looked up, where it cannot be missing: a row that another row refers to. A missing one is our own fault. */
export function must<T>(value: T | undefined, what: string, id: number): T {
  if (value === undefined) throw new Error(`there is no ${what} ${id}`)
  return value
}
