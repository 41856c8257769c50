const hour = 3_600_000

/** Milliseconds of a date with a time. */
export function timeOf(value: unknown): number | undefined {
  const [, day, time] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?Z?$/.exec(typeof value === 'string' ? value : '') ?? []
  return day === undefined ? undefined : Date.parse(`${day}T${time}Z`)
}

/**
 * A day as it is entered. Version 5.0 writes it as the time in UTC at which it begins where the server is: on the day before when that
 * is east of Greenwich. The zone is not known; all from 10 hours behind UTC to 13 ahead of it are understood.
 */
export function dayOf(value: string): string {
  const time = timeOf(value)
  if (time === undefined || Number.isNaN(time)) return value
  return new Date(time + 13 * hour).toISOString().slice(0, 10)
}
