const millisecondsOfDay = 86_400_000

/** Whole days in UTC from a time to a day (YYYY-MM-DD); negative if it is over. */
export function daysUntil(day: string, now: number): number {
  return Math.round(Date.parse(day) / millisecondsOfDay) - Math.floor(now / millisecondsOfDay)
}
