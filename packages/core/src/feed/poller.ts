// When to look whether something has happened: when the store hints at it, and from time to time.
import type { TrackerSchema } from '../schema/index.js'
import type { Store } from '../store/index.js'

/** Milliseconds between looks, whatever hints there are; and where the store gives none. */
const [longPause, shortPause] = [5000, 1000]

/**
 * Milliseconds for which hints are received after the last reader has left. Readers that follow return after
 * processing their entries.
 */
const linger = 1000

export interface Looker {
  /** Starts polling. Returns true if hints may have been missed. */
  begin(): boolean
  /** Called when no reader waits, at least for a while. Keeps no process alive. */
  rest(): void
  end(): void
}

/** Calls `look` from `begin` on. */
export function createPoller(store: Store<TrackerSchema>, look: () => void): Looker {
  let stopHints: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let ending: NodeJS.Timeout | undefined

  function end(): void {
    stopHints?.()
    clearInterval(timer)
    clearTimeout(ending)
    stopHints = timer = undefined
  }

  return {
    begin() {
      clearTimeout(ending)
      if (timer) {
        timer.ref()
        return false
      }
      stopHints = store.watch?.(look)
      timer = setInterval(look, store.watch ? longPause : shortPause)
      return true
    },
    rest() {
      timer?.unref()
      clearTimeout(ending)
      ending = setTimeout(end, linger).unref()
    },
    end,
  }
}
