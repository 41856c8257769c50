// Converts local times of the machine on which Bugzilla ran to UTC.
const hour = 3_600_000
const day = 24 * hour

/** Reads times of one time zone. */
export interface Zone {
  /** `text` is `2019-05-01 10:00:00`. Undefined for zero, impossible and missing times. */
  read(text: string, after?: number): LocalTime | undefined
  /** Writes a time as `2019-05-01 10:00:00`. */
  write(time: Date): string
}

export interface LocalTime {
  readonly time: Date
  /** The clocks showed it twice, or never. */
  readonly was: 'once' | 'twice' | 'never'
}

/** @throws RangeError for a name that is no time zone */
export function createZone(name: string): Zone {
  const offsetAt = createOffsets(name)
  return {
    read(text, after = -Infinity) {
      const local = localOf(text)
      if (local === undefined) return undefined
      const [before, later] = [offsetAt(local - day), offsetAt(local + day)]
      const first = local - before
      if (before === later) return { time: new Date(first), was: 'once' }
      const second = local - later
      const [isFirst, isSecond] = [offsetAt(first) === before, offsetAt(second) === later]
      if (isFirst && isSecond) return { time: new Date(first < after ? second : first), was: 'twice' }
      // A time that never was is read by the clock before the gap, which moves it on by the gap.
      return { time: new Date(isSecond ? second : first), was: isFirst || isSecond ? 'once' : 'never' }
    },
    write: (time) => new Date(time.getTime() + offsetAt(time.getTime())).toISOString().slice(0, 19).replace('T', ' '),
  }
}

function localOf(text: string): number | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text)
  if (!found) return undefined
  const [year = 0, month = 0, date = 0, ...clock] = found.slice(1).map(Number)
  const [hours = 0, minutes = 0, seconds = 0] = clock
  const time = new Date(Date.UTC(year, month - 1, date, hours, minutes, seconds))
  // Years before 100 would be in the twentieth century.
  const isPossible =
    time.getUTCFullYear() === year &&
    year > 0 &&
    time.getUTCMonth() === month - 1 &&
    time.getUTCDate() === date &&
    hours < 24
  return isPossible && minutes < 60 && seconds < 60 ? time.getTime() : undefined
}

const mostRemembered = 100_000

/** The offsets from UTC, in milliseconds, remembered by quarters of an hour. */
function createOffsets(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const known = new Map<number, number>()
  return (time) => {
    const quarter = Math.floor(time / (hour / 4))
    const found = known.get(quarter)
    if (found !== undefined) return found
    const parts = new Map(format.formatToParts(quarter * (hour / 4)).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
    const offset = local - quarter * (hour / 4)
    if (known.size < mostRemembered) known.set(quarter, offset)
    return offset
  }
}

/** A date without a time; undefined for 0000-00-00 and impossible ones. */
export function dateIn(text: string): string | undefined {
  const date = text.slice(0, 10)
  return localOf(`${date} 00:00:00`) === undefined ? undefined : date
}
