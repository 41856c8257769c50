/** Readers run together, writers exclusively, in order of arrival. */
export interface ReadWriteLock {
  /** Runs `task` beside other shared tasks, after every earlier exclusive task. */
  shared<T>(task: () => Promise<T>): Promise<T>
  /** Runs `task` when every earlier task has settled, and before every later one. */
  alone<T>(task: () => Promise<T>): Promise<T>
}

export function createReadWriteLock(): ReadWriteLock {
  let lastAlone: Promise<unknown> = Promise.resolve()
  let sharing = new Set<Promise<unknown>>()
  return {
    shared(task) {
      const result = lastAlone.then(task)
      const group = sharing
      const settled = result.then(ignore, ignore)
      group.add(settled)
      void settled.then(() => group.delete(settled))
      return result
    },
    alone(task) {
      const result = Promise.all([lastAlone, ...sharing]).then(task)
      sharing = new Set()
      lastAlone = result.then(ignore, ignore)
      return result
    },
  }
}

function ignore(): void {}
