// Numbers that change from day to day.

/** What is added by day; the days are numbered from 1970 on. */
export type ByDay = ReadonlyMap<number, number>

/** @param day from a `countBy`: NULL where there is none */
export function add(days: Map<number, number>, day: unknown, count: number): void {
  days.set(Number(day), (days.get(Number(day)) ?? 0) + count)
}

/** What is added in each period. */
export function summed(days: ByDay, starts: readonly number[], startOfDay: (day: number) => number): number[] {
  const sums = new Map(starts.map((start) => [start, 0]))
  for (const [day, count] of days) {
    const start = startOfDay(day)
    if (sums.has(start)) sums.set(start, (sums.get(start) ?? 0) + count)
  }
  return [...sums.values()]
}

/** What there was at the end of each period, of which the last ends now. */
export function backwards(now: number, changes: readonly number[]): number[] {
  let value = now
  const before = changes.toReversed().map((change) => {
    const end = value
    value -= change
    return Math.max(0, Math.round(end * 100) / 100)
  })
  return before.toReversed()
}
