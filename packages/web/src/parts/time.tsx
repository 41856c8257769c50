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

/** How long ago; the exact time shows when one points at it: in UTC where the server wrote it, then in the time zone of the browser. */
export function Time({ at }: { readonly at: Date }) {
  const { now, texts, isLive } = useApp()
  const zone = isLive.value ? {} : { timeZone: 'UTC' }
  const exact = new Intl.DateTimeFormat(texts.language, { ...texts.time.dateTime, ...zone }).format(at)
  return (
    <time datetime={at.toISOString()} title={isLive.value ? exact : `${exact} UTC`}>
      {relative(at.getTime() - now.value, texts)}
    </time>
  )
}
