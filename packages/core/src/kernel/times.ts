// Times as people and programs write them.
import { longestWritten } from './scan.js'

export const millisecondsPerDay = 86_400_000

/** The day of a time in UTC, as a number of days since 1970. */
export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / millisecondsPerDay)
}

const forms =
  /^(\d{4})[-/]?(\d{1,2})[-/]?(\d{1,2})(?:[T\s]\s*(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * Reads a date or a time: `2026-01-31`, `2026-01-31T12:00:00Z`, `2026-01-31 12:00`, `20260131T12:00:00`; without a zone it is
 * UTC, without a time of day midnight. Undefined when the text is no such time, or none that the calendar has.
 */
export function parseTime(text: string): Date | undefined {
  if (text.length > longestWritten.time) return undefined
  const trimmed = text.trim()
  const match = forms.exec(trimmed)
  if (!match) return undefined
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match
  const isCompact = /^\d{5}/.test(trimmed)
  if (isCompact && (month.length < 2 || day.length < 2)) return undefined
  const date = `${year}-${two(month)}-${two(day)}`
  const local = new Date(`${date}T${two(hour)}:${two(minute)}:${two(second)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  // Too late a day of a short month would roll over into the next, and the hour 24 into the next day.
  if (Number.isNaN(local.getTime()) || !local.toISOString().startsWith(`${date}T${two(hour)}`)) return undefined
  const ahead = minutesAhead(zone)
  return ahead === undefined ? undefined : new Date(local.getTime() - ahead * 60_000)
}

/** `YYYY-MM-DDTHH:MM:SSZ`: whole seconds in UTC, as answers have them. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}

function two(digits: string): string {
  return digits.padStart(2, '0')
}

/** How far a zone is ahead of UTC. */
function minutesAhead(zone: string): number | undefined {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  if (sign === undefined) return 0
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
