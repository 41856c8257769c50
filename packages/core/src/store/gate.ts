/** Lets one task in at a time, in the order of asking. */
export interface Gate {
  /** Waits for all earlier tasks, runs `task`, and settles as it does. */
  run<T>(task: () => Promise<T>): Promise<T>
  /** Resolves when everything that asked so far has run. */
  idle(): Promise<void>
}

/** Serialises the work on a resource that can do one thing at a time, such as a single database connection. */
export function createGate(): Gate {
  let tail: Promise<unknown> = Promise.resolve()
  return {
    run(task) {
      const result = tail.then(task)
      tail = result.catch(() => undefined)
      return result
    },
    async idle() {
      await tail
    },
  }
}
