import { TrackerError } from '../kernel/errors.js'

export interface WorkQueue {
  /**
   * Runs `task` once there is a place for it. Tasks with the same `key` run one after another.
   * @throws too_busy, at once, when too many wait already
   */
  run<T>(task: () => Promise<T>, key?: string): Promise<T>
}

interface Waiting {
  readonly key: string | undefined
  readonly begin: () => void
}

/** Lets so many tasks run at once, and so many more wait for their turn. */
export function createWorkQueue(limits: { readonly atOnce: number; readonly waiting: number }): WorkQueue {
  const waiting: Waiting[] = []
  const busyKeys = new Set<string>()
  let running = 0

  const mayRun = (key: string | undefined) => running < limits.atOnce && (key === undefined || !busyKeys.has(key))

  function take(key: string | undefined): void {
    running++
    if (key !== undefined) busyKeys.add(key)
  }

  function release(key: string | undefined): void {
    running--
    if (key !== undefined) busyKeys.delete(key)
    const next = waiting.findIndex((one) => mayRun(one.key))
    if (next < 0) return
    const [started] = waiting.splice(next, 1) as [Waiting]
    take(started.key)
    started.begin()
  }

  return {
    async run(task, key) {
      if (mayRun(key)) take(key)
      else if (waiting.length >= limits.waiting) throw new TrackerError('too_busy')
      else await new Promise<void>((begin) => waiting.push({ key, begin }))
      try {
        return await task()
      } finally {
        release(key)
      }
    },
  }
}
