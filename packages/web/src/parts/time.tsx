import { useApp, type App } from '../state/app.js'
import type { Texts } from '../texts/index.js'

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** To make one costs many times as much as to use it. */
interface Formats {
  readonly relative: Intl.RelativeTimeFormat
  /** By time zone. */
  readonly exact: Map<string, Intl.DateTimeFormat>
}

/** All pages share the formats of a language, which they find by its texts for times. */
const made = new WeakMap<Texts['time'], Formats>()

/** Kept at once, of the hundreds that users can choose. */
const mostZones = 50

function formatsOf(texts: Texts): Formats {
  const cached = made.get(texts.time)
  if (cached) return cached
  const relative = new Intl.RelativeTimeFormat(texts.language, { numeric: 'auto' })
  const formats = { relative, exact: new Map<string, Intl.DateTimeFormat>() }
  made.set(texts.time, formats)
  return formats
}

/** The exact time in the zone of the page; on the server, without a zone of the user, in UTC. */
export function exactTime(app: App, at: Date): string {
  const zone = app.who?.preferences.timeZone ?? ''
  const isUtc = zone === '' && !app.isLive.value
  const exact = exactFormat(app.texts, isUtc ? 'UTC' : zone).format(at)
  return isUtc ? `${exact} UTC` : exact
}

/**
 * Relative time with the exact time as its tooltip: in the user's time zone if set; otherwise in UTC from the
 * server, then in the browser's zone.
 */
export function Time({ at }: { readonly at: Date }) {
  const app = useApp()
  const { now, isPrinting } = app
  const exact = exactTime(app, at)
  return (
    <time datetime={at.toISOString()} title={exact}>
      {isPrinting.value ? exact : relative(at.getTime() - now.value, app)}
    </time>
  )
}

function relative(milliseconds: number, app: App): string {
  const seconds = milliseconds / 1000
  const [unit, length] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? []
  if (unit === undefined || length === undefined) return app.texts.time.now
  return formatsOf(app.texts).relative.format(Math.trunc(seconds / length), unit)
}

function exactFormat(texts: Texts, timeZone: string): Intl.DateTimeFormat {
  const { exact } = formatsOf(texts)
  const cached = exact.get(timeZone)
  if (cached) return cached
  if (exact.size >= mostZones) exact.clear()
  const format = newExactFormat(texts, timeZone)
  exact.set(timeZone, format)
  return format
}

/** For a time zone; empty, or none that is known here: that of the system. */
function newExactFormat({ language, time }: Texts, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, { ...time.dateTime, ...(timeZone !== '' && { timeZone }) })
  } catch {
    return new Intl.DateTimeFormat(language, time.dateTime)
  }
}
