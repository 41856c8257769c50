/** A few things of a kind, each lent to one task at a time. */
export interface Pool<T> {
  /** Waits for a free one, in the order of asking, and lends it to `task`. */
  use<R>(task: (item: T) => Promise<R>): Promise<R>
  /** Gives all of them up. Nothing may be in use. */
  clear(dispose: (item: T) => void): void
}

/** A pool that opens its things when they are first needed, at most `size` of them. */
export function createPool<T>(size: number, open: () => T): Pool<T> {
  const all: T[] = []
  // The last one returned is used first: its cache is warm.
  const idle: T[] = []
  const waiting: ((item: T) => void)[] = []

  function take(): T | Promise<T> {
    const free = idle.pop()
    if (free !== undefined) return free
    if (all.length >= size) return new Promise((resolve) => waiting.push(resolve))
    const opened = open()
    all.push(opened)
    return opened
  }

  return {
    async use(task) {
      const taken = take()
      const item = taken instanceof Promise ? await taken : taken
      try {
        return await task(item)
      } finally {
        const next = waiting.shift()
        if (next) next(item)
        else idle.push(item)
      }
    },
    clear(dispose) {
      for (const item of all.splice(0)) dispose(item)
      idle.length = 0
    },
  }
}
