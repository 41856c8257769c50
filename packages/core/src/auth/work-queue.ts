import { TrackerError } from '../kernel/errors.js'

interface WorkLimits {
  readonly atOnce: number
  readonly waiting: number
  /** Number of waiting places for tasks of one group. Default: all of them. */
  readonly ofGroup?: number
  /** Number of tasks of one group that run at once. Default: all of them. */
  readonly ofGroupAtOnce?: number
  /** Number of waiting places reserved for preferred tasks. Default: none. */
  readonly kept?: number
}

/** How a task waits. */
interface Turn {
  /** Tasks with the same key run one after another. */
  readonly key?: string | undefined
  /** Tasks of one group have a share of the places. */
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

interface Waiting {
  readonly turn: Turn
  readonly begin: () => void
}

/** Creates a queue that limits the number of running and of waiting tasks. */
export function createWorkQueue(limits: WorkLimits): WorkQueue {
  const { atOnce, ofGroupAtOnce = atOnce, ofGroup = limits.waiting, kept = 0 } = limits
  const waiting: Waiting[] = []
  const running = new Set<Turn>()

  const mayRun = ({ key, group }: Turn) =>
    running.size < atOnce &&
    (key === undefined || ![...running].some((one) => one.key === key)) &&
    (group === undefined || [...running].filter((one) => one.group === group).length < ofGroupAtOnce)

  function beginNext(): void {
    const next = waiting.findIndex(({ turn }) => mayRun(turn))
    if (next < 0) return
    const [started] = waiting.splice(next, 1) as [Waiting]
    running.add(started.turn)
    started.begin()
    beginNext()
  }

  function requirePlace({ group, isPreferred }: Turn): void {
    if (group !== undefined && waiting.filter(({ turn }) => turn.group === group).length >= ofGroup)
      throw new TrackerError('too_many_attempts')
    const places = isPreferred ? limits.waiting : limits.waiting - kept
    if (waiting.length >= places) throw new TrackerError('too_busy')
  }

  return {
    async run(task, given = {}) {
      const turn = { ...given }
      if (mayRun(turn)) running.add(turn)
      else {
        requirePlace(turn)
        await new Promise<void>((begin) => waiting.push({ turn, begin }))
      }
      try {
        return await task()
      } finally {
        running.delete(turn)
        beginNext()
      }
    },
  }
}
