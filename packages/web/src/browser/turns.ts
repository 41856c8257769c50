// Work that the first view leaves for later, so that no task of it holds up the browser: a little at a time, and all of
// it as soon as the user touches the page.
import { options } from 'preact'
import { notYet, type Turns } from '../state/turns.js'

/** Milliseconds of work until the browser paints and handles input. */
const slice = 6

/** Events with which a user, or assistive technology, begins. */
const touches = ['pointerdown', 'keydown', 'focusin', 'click'] as const

export interface BrowserTurns extends Turns {
  /** Begins with the work. */
  readonly begin: () => void
}

export function createTurns(pause: () => Promise<void>): BrowserTurns {
  const waiting: (() => void)[] = []
  let isBusy = true
  letPartsWait()
  const takeAll = () => {
    for (const work of waiting.splice(0)) work()
  }
  async function takeTurns(): Promise<void> {
    isBusy = true
    for (const touch of touches) addEventListener(touch, takeAll, { capture: true })
    while (waiting.length > 0) {
      await pause()
      const end = performance.now() + slice
      do {
        waiting.shift()?.()
        // The components are rendered before it continues.
        await Promise.resolve()
      } while (waiting.length > 0 && performance.now() < end)
    }
    for (const touch of touches) removeEventListener(touch, takeAll, { capture: true })
    isBusy = false
  }
  return {
    add(work) {
      waiting.push(work)
      if (!isBusy) void takeTurns()
    },
    begin: () => void takeTurns(),
  }
}

/** Preact leaves the elements of a part that throws this as they are, until the part is rendered again. */
function letPartsWait(): void {
  const hooks = options as { __e?: (error: unknown, ...more: readonly unknown[]) => void }
  const { __e: caught } = hooks
  hooks.__e = (error, ...more) => {
    if (error !== notYet) caught?.(error, ...more)
  }
}
