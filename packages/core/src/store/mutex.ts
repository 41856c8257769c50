/** Lets one task in at a time, in the order of asking. */
export interface Mutex {
  /** Waits for all earlier tasks, runs `task`, and settles as it does. */
  run<T>(task: () => Promise<T>): Promise<T>
  /** Returns whether no task runs or waits. */
  isIdle(): boolean
  /** Resolves when all earlier tasks have run. */
  idle(): Promise<void>
}

/** Serialises the work on a resource that can do one thing at a time, such as a single database connection. */
export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve()
  let inside = 0
  return {
    run(task) {
      inside++
      const result = tail.then(task).finally(() => inside--)
      tail = result.catch(() => undefined)
      return result
    },
    isIdle: () => inside === 0,
    async idle() {
      await tail
    },
  }
}
