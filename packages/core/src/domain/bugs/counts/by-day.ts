// Sums of daily changes over periods.

/** Changes by day. Days count from 1970-01-01. */
export type ByDay = ReadonlyMap<number, number>

/** @param day from a `countBy`: NULL where there is none */
export function add(days: Map<number, number>, day: unknown, count: number): void {
  days.set(Number(day), (days.get(Number(day)) ?? 0) + count)
}

/** Returns the sum of the changes in each period. */
export function summed(days: ByDay, starts: readonly number[], startOfDay: (day: number) => number): number[] {
  const sums = new Map(starts.map((start) => [start, 0]))
  for (const [day, count] of days) {
    const start = startOfDay(day)
    if (sums.has(start)) sums.set(start, (sums.get(start) ?? 0) + count)
  }
  return [...sums.values()]
}

/** Returns the sum of the changes after the period that begins at `start`. */
export function summedAfter(days: ByDay, start: number, startOfDay: (day: number) => number): number {
  let sum = 0
  for (const [day, count] of days) if (startOfDay(day) > start) sum += count
  return sum
}

/** Returns the value at the end of each period. @param now at the end of the last one */
export function backwards(now: number, changes: readonly number[]): number[] {
  let value = now
  const before = changes.toReversed().map((change) => {
    const end = value
    value -= change
    return Math.max(0, Math.round(end * 100) / 100)
  })
  return before.toReversed()
}
