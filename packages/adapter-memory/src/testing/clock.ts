import { refuseUnknownOptions, TrackerError, type OptionNames } from '@trackerkit/core/store'

/** A clock that only tests move. */
export interface TestClock {
  /** The time for the tracker. */
  now(): Date
  /** @throws RangeError for an invalid date; invalid_options for what is no Date */
  set(at: Date): void
  /** Moves on, or back by less than nothing. @throws RangeError for what makes no date; invalid_options for another unit */
  advance(by: ClockStep): void
}

/** A span of time: all of it is added up. A day has 24 hours. */
export interface ClockStep {
  readonly days?: number | undefined
  readonly hours?: number | undefined
  readonly minutes?: number | undefined
  readonly seconds?: number | undefined
  readonly milliseconds?: number | undefined
}

const units: OptionNames<ClockStep> = {
  days: 'a number',
  hours: 'a number',
  minutes: 'a number',
  seconds: 'a number',
  milliseconds: 'a number',
}

export function createTestClock(start: Date): TestClock {
  let now = timeOf(start)
  return {
    now: () => new Date(now),
    set(at) {
      now = timeOf(at)
    },
    advance(by) {
      refuseUnknownOptions(by ?? null, units, 'clock.advance')
      const { days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = by
      const minute = 60_000
      const span = days * 24 * 60 * minute + hours * 60 * minute + minutes * minute + seconds * 1000 + milliseconds
      now = timeOf(new Date(now + span))
    },
  }
}

function timeOf(date: Date): number {
  if (typeof (date as Partial<Date> | null)?.getTime !== 'function') {
    const value = typeof date === 'string' ? date : typeof date
    throw new TrackerError('invalid_options', { field: 'at', value, accepted: 'a Date' })
  }
  const time = date.getTime()
  if (Number.isNaN(time)) throw new RangeError('the clock of a tracker cannot be set to an invalid date')
  return time
}
