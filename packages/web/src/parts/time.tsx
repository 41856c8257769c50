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

const made = new WeakMap<App, Formats>()

/** Formats are kept with the app: on the server they go with the page. */
function formatsOf(app: App): Formats {
  const cached = made.get(app)
  if (cached) return cached
  const relative = new Intl.RelativeTimeFormat(app.texts.language, { numeric: 'auto' })
  const formats = { relative, exact: new Map<string, Intl.DateTimeFormat>() }
  made.set(app, formats)
  return formats
}

/**
 * Relative time with the exact time as its tooltip: in the user's time zone if set; otherwise in UTC from the
 * server, then in the browser's zone.
 */
export function Time({ at }: { readonly at: Date }) {
  const app = useApp()
  const { now, who, isLive, isPrinting } = app
  const zone = who?.preferences.timeZone ?? ''
  const isUtc = zone === '' && !isLive.value
  const exact = exactFormat(app, isUtc ? 'UTC' : zone).format(at)
  return (
    <time datetime={at.toISOString()} title={isUtc ? `${exact} UTC` : exact}>
      {isPrinting.value ? exact : relative(at.getTime() - now.value, app)}
    </time>
  )
}

function relative(milliseconds: number, app: App): string {
  const seconds = milliseconds / 1000
  const [unit, length] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? []
  if (unit === undefined || length === undefined) return app.texts.time.now
  return formatsOf(app).relative.format(Math.trunc(seconds / length), unit)
}

function exactFormat(app: App, timeZone: string): Intl.DateTimeFormat {
  const { exact } = formatsOf(app)
  const cached = exact.get(timeZone)
  if (cached) return cached
  const format = newExactFormat(app.texts, timeZone)
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
