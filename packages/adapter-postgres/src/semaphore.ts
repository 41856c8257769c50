/** Lets a number of tasks in at a time, in the order of asking. */
export interface Semaphore {
  take(): Promise<void>
  give(): void
}

export function createSemaphore(free: number): Semaphore {
  const waiting: (() => void)[] = []
  return {
    async take() {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    give() {
      const next = waiting.shift()
      if (next) next()
      else free++
    },
  }
}
