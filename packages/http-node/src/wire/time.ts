// Times as clients write them, and as answers do.

const forms =
  /^(\d{4})[-/]?(\d{1,2})[-/]?(\d{1,2})(?:(?:[T ]|\s+)(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * Reads a date or a time: `2026-01-31`, `2026-01-31T12:00:00Z`, `2026-01-31 12:00`, `20260131T12:00:00`, with a zone or
 * without, which means UTC. Undefined when the text is no such time, or none that the calendar has.
 */
export function parseTime(text: string): Date | undefined {
  const match = forms.exec(text.trim())
  if (!match) return undefined
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', fraction = '', zone] = match
  // Compact dates have no place for missing zeros.
  if (!/[-/]/.test(text.trim().slice(0, 5)) && (month.length < 2 || day.length < 2)) return undefined
  const date = [year, two(month), two(day)].join('-')
  const time = `${two(hour)}:${two(minute)}:${two(second)}.${fraction.slice(0, 3).padEnd(3, '0')}`
  const local = new Date(`${date}T${time}Z`)
  // The 31st of a shorter month would roll over into the next.
  if (Number.isNaN(local.getTime()) || Number(hour) > 23 || !local.toISOString().startsWith(date)) return undefined
  const offset = minutesOf(zone)
  return offset === undefined ? undefined : new Date(local.getTime() - offset * 60_000)
}

function two(digits: string): string {
  return digits.padStart(2, '0')
}

/** How many minutes a zone is ahead of UTC. */
function minutesOf(zone: string | undefined): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '') ?? []
  if (sign === undefined) return 0
  const size = Number(hours) * 60 + Number(minutes)
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined
  return sign === '-' ? -size : size
}

/** `YYYY-MM-DDTHH:MM:SSZ`: whole seconds in UTC. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}
