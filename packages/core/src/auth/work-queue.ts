import { TrackerError } from '../kernel/errors.js'

interface WorkLimits {
  readonly atOnce: number
  readonly waiting: number
  /** Number of waiting places for tasks of one group. Default: all of them. */
  readonly ofGroup?: number
  /** Number of waiting places reserved for preferred tasks. Default: none. */
  readonly kept?: number
}

/** How a task waits. */
interface Turn {
  /** Tasks with the same key run one after another. */
  readonly key?: string | undefined
  /** Tasks of one group have a share of the waiting places. */
  readonly group?: string | undefined
  readonly isPreferred?: boolean
}

export interface WorkQueue {
  /**
   * Runs `task` once there is a place for it.
   * @throws at once when too many wait already: too_many_attempts when they are of its group, too_busy otherwise
   */
  run<T>(task: () => Promise<T>, turn?: Turn): Promise<T>
}

interface Waiting extends Turn {
  readonly begin: () => void
}

/** Creates a queue that limits the number of running and of waiting tasks. */
export function createWorkQueue(limits: WorkLimits): WorkQueue {
  const { atOnce, ofGroup = limits.waiting, kept = 0 } = limits
  const waiting: Waiting[] = []
  const busyKeys = new Set<string>()
  let running = 0

  const mayRun = (key: string | undefined) => running < atOnce && (key === undefined || !busyKeys.has(key))

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

  function requirePlace({ group, isPreferred }: Turn): void {
    if (group !== undefined && waiting.filter((one) => one.group === group).length >= ofGroup)
      throw new TrackerError('too_many_attempts')
    const places = isPreferred ? limits.waiting : limits.waiting - kept
    if (waiting.length >= places) throw new TrackerError('too_busy')
  }

  return {
    async run(task, turn = {}) {
      const { key } = turn
      if (mayRun(key)) take(key)
      else {
        requirePlace(turn)
        await new Promise<void>((begin) => waiting.push({ ...turn, begin }))
      }
      try {
        return await task()
      } finally {
        release(key)
      }
    },
  }
}
