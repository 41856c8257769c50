import { useApp, type App } from '../state/app.js'
import type { Texts } from '../texts/index.js'

const steps = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Formats by time zone, for each language. They are expensive to create, so all pages share them. */
const made = new WeakMap<Texts['time'], Map<string, Intl.DateTimeFormat>>()

/** Kept at once, of the hundreds that users can choose. */
const mostZones = 50

/** The exact time in the zone of the user, or else of the browser; in UTC until `hasZone`. */
export function exactTime(app: App, at: Date): string {
  const zone = app.who?.preferences.timeZone ?? ''
  const isUtc = zone === '' && !app.hasZone.value
  const exact = exactFormat(app.texts, isUtc ? 'UTC' : zone).format(at)
  return isUtc ? `${exact} UTC` : exact
}

/** Relative time with the exact time as its tooltip. In the first view, the tooltip is that from the server. */
export function Time({ at }: { readonly at: Date }) {
  const app = useApp()
  const { now, isPrinting, isServer, hasZone } = app
  const exact = isServer || hasZone.value ? exactTime(app, at) : undefined
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
  return app.texts.time.relative(Math.trunc(seconds / length), unit)
}

function exactFormat(texts: Texts, timeZone: string): Intl.DateTimeFormat {
  const formats = made.get(texts.time) ?? new Map<string, Intl.DateTimeFormat>()
  made.set(texts.time, formats)
  const cached = formats.get(timeZone)
  if (cached) return cached
  if (formats.size >= mostZones) formats.clear()
  const format = newExactFormat(texts, timeZone)
  formats.set(timeZone, format)
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
