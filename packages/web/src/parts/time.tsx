import { useApp } from '../state/app.js'
import type { Texts } from '../texts/index.js'

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

function relative(milliseconds: number, texts: Texts): string {
  const seconds = milliseconds / 1000
  const [unit, length] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? []
  if (unit === undefined || length === undefined) return texts.time.now
  return new Intl.RelativeTimeFormat(texts.language, { numeric: 'auto' }).format(Math.trunc(seconds / length), unit)
}

/**
 * How long ago; the exact time shows when one points at it: in the time zone that somebody wants, else in UTC where the server wrote
 * it, and then in that of the browser.
 */
export function Time({ at }: { readonly at: Date }) {
  const { now, texts, who, isLive } = useApp()
  const wanted = who?.preferences.timeZone ?? ''
  const isUtc = wanted === '' && !isLive.value
  const exact = exactly(at, texts, isUtc ? 'UTC' : wanted)
  return (
    <time datetime={at.toISOString()} title={isUtc ? `${exact} UTC` : exact}>
      {relative(at.getTime() - now.value, texts)}
    </time>
  )
}

/** In a time zone; empty, or none that is known here: that of the system. */
function exactly(at: Date, { language, time }: Texts, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat(language, { ...time.dateTime, ...(timeZone !== '' && { timeZone }) }).format(at)
  } catch {
    return new Intl.DateTimeFormat(language, time.dateTime).format(at)
  }
}
