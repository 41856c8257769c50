// Limits requests: at once, per second, and lower after the source has reported too many.

/** Requests in a second below which nothing slows an import. */
const slowest = 0.1
/** Answers in a row after which the rate rises again, by a tenth. */
const calm = 20

/** How fast a source may be asked. */
export interface PaceOptions {
  /** How many requests are on their way at once. */
  readonly concurrency: number
  /** How many begin in a second. */
  readonly rate: number
  /** Waits this many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>
}

/** Lets requests begin. */
export interface Pace {
  /** Runs a request when it may begin. */
  run<T>(request: () => Promise<T>): Promise<T>
  /** Pauses all requests for this many milliseconds, and halves the rate from then on. */
  slowDown(milliseconds: number): void
  /** A request was answered. */
  answered(): void
}

export function createPace({ concurrency, rate, pause }: PaceOptions): Pace {
  const waiting: (() => void)[] = []
  let running = 0
  let now = rate
  let free = 0
  let inRow = 0
  const enter = () =>
    new Promise<void>((resolve) => {
      if (running < concurrency) {
        running++
        resolve()
      } else waiting.push(resolve)
    })
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  return {
    async run(request) {
      await enter()
      try {
        const begin = Math.max(free, Date.now())
        free = begin + 1000 / now
        const wait = begin - Date.now()
        if (wait > 0) await pause(wait)
        return await request()
      } finally {
        leave()
      }
    },
    slowDown(milliseconds) {
      now = Math.max(slowest, now / 2)
      free = Math.max(free, Date.now() + milliseconds)
      inRow = 0
    },
    answered() {
      if (++inRow % calm === 0) now = Math.min(rate, now * 1.1)
    },
  }
}
