// Decides when an unusable standby is tried again, and logs it.
import { setTimeout as pause } from 'node:timers/promises'
import { reasonOf } from './errors.js'

/** In milliseconds. */
export interface StandbyPauses {
  /** Milliseconds for which a read waits for the standby before it uses the primary. */
  readonly patience: number
  /** Duration of the first rest after a failure, and the maximum for repeated failures. */
  readonly firstRest: number
  readonly lastRest: number
}

export const usualStandbyPauses: StandbyPauses = { patience: 100, firstRest: 1000, lastRest: 30_000 }

/** Tracks when a standby is not used. */
export interface Rest {
  /** True while the standby is not used: it failed recently, or a caller waits for a late response. */
  readonly isOn: () => boolean
  /** Starts a rest. Each distinct error is logged once; a short lag is not logged. */
  readonly begin: (error?: unknown) => void
  /** Ends the rest after a response. */
  readonly end: () => void
  /** Returns the result of the attempt, or undefined after the timeout. Later results are passed to `tooLate`. */
  readonly within: <T>(milliseconds: number, attempt: Promise<T>, tooLate: (got: T) => void) => Promise<T | undefined>
  /** Stops logging. */
  readonly close: () => void
}

/** Creates a rest, which keeps the time and logs the reasons. */
export function createRest({ firstRest, lastRest }: StandbyPauses, logger: { warn(message: string): void }): Rest {
  let next = firstRest
  let until = -Infinity
  let waiting = 0
  let logged: string | undefined
  let isClosed = false

  function log(message: string): void {
    if (!isClosed) logger.warn(message)
  }

  return {
    isOn: () => waiting > 0 || performance.now() < until,
    begin(error) {
      const reason = error === undefined ? undefined : reasonOf(error)
      if (reason !== undefined && reason !== logged) {
        logged = reason
        log(`the standby is not used: ${reason}`)
      }
      // Several reads fail at once.
      if (performance.now() < until) return
      until = performance.now() + next
      next = Math.min(2 * next, lastRest)
    },
    end() {
      if (logged !== undefined) log('the standby is used again')
      logged = undefined
      next = firstRest
      until = -Infinity
    },
    async within(milliseconds, attempt, tooLate) {
      const isOver = new AbortController()
      const late = Symbol('late')
      const end = pause(milliseconds, late, { signal: isOver.signal }).catch(() => late)
      const got = await Promise.race([attempt, end])
      isOver.abort()
      if (got !== late) return got as Awaited<typeof attempt>
      waiting++
      void attempt.then(tooLate, () => undefined).finally(() => waiting--)
      return undefined
    },
    close() {
      isClosed = true
    },
  }
}
