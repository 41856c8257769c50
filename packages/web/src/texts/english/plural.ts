/** The form for a number. */
export function plural(count: number, one: string, other: string): string {
  return count === 1 ? one : other
}
