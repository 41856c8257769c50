// How long a page may take, and how long at a stretch it may keep everything else waiting.
import { setImmediate } from 'node:timers/promises'

/** In milliseconds. */
const longestTurn = 25
const longestPage = 10_000

/** A page has taken too long. */
export class PageOverdue extends Error {
  override readonly name = 'PageOverdue'
}

export interface PagePace {
  /** Lets others have their turn when this page has had its own for long. @throws PageOverdue */
  readonly step: () => Promise<void> | undefined
  /** Waits for something no longer than the page may take. @throws PageOverdue */
  readonly within: <T>(work: Promise<T>) => Promise<T>
}

/** Begins to measure a page. */
export function createPagePace(): PagePace {
  let turn = performance.now()
  const end = turn + longestPage
  const rest = async () => {
    await setImmediate()
    turn = performance.now()
  }
  return {
    step() {
      const now = performance.now()
      if (now >= end) throw new PageOverdue()
      return now - turn > longestTurn ? rest() : undefined
    },
    async within(work) {
      let timer: NodeJS.Timeout | undefined
      const overdue = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new PageOverdue()), Math.max(0, end - performance.now()))
      })
      try {
        return await Promise.race([work, overdue])
      } finally {
        clearTimeout(timer)
        turn = performance.now()
      }
    },
  }
}
