// The time budget of a page: in total, and for each turn of the event loop.
import { setImmediate } from 'node:timers/promises'

/** In milliseconds. */
const maxTimeSlice = 25
const maxPageTime = 10_000

/** A page has taken too long. */
export class PageOverdue extends Error {
  override readonly name = 'PageOverdue'
}

export interface PageBudget {
  /** Yields to the event loop at the end of a time slice. Await the result. @throws PageOverdue */
  readonly step: () => Promise<void> | undefined
  /** Waits for something no longer than the page may take. @throws PageOverdue */
  readonly within: <T>(work: Promise<T>) => Promise<T>
}

/** Begins to measure a page. */
export function createPageBudget(): PageBudget {
  let sliceStart = performance.now()
  const end = sliceStart + maxPageTime
  const yieldSlice = async () => {
    await setImmediate()
    sliceStart = performance.now()
  }
  return {
    step() {
      const now = performance.now()
      if (now >= end) throw new PageOverdue()
      return now - sliceStart > maxTimeSlice ? yieldSlice() : undefined
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
        sliceStart = performance.now()
      }
    },
  }
}
