// How long the rules of one operation may take: other writes wait for it.
import type { Environment } from '../../../kernel/environment.js'
import { isTrackerError } from '../../../kernel/errors.js'

/** For all rules of one operation, in milliseconds. */
const mostTime = 1000
const longBlock = 200
const warnedFor = 3_600_000

/** When each rule was last reported to block. */
const warned = new Map<string, number>()

export interface RuleTimer {
  /** Milliseconds that are left. */
  readonly left: () => number
  /** @throws an error that `isLate` recognizes */
  readonly run: <T>(rule: string, work: () => Promise<T>) => Promise<T>
  readonly isLate: (error: unknown) => boolean
}

export function createTimer({ stopwatch, logger }: Environment): RuleTimer {
  const late = new Error('the rules of an operation timed out')
  let used = 0
  let runningSince: number | undefined
  const left = () => Math.max(1, mostTime - used - (runningSince === undefined ? 0 : stopwatch() - runningSince))

  function warn(rule: string, milliseconds: number): void {
    const now = stopwatch()
    if (now - (warned.get(rule) ?? -Infinity) < warnedFor) return
    warned.set(rule, now)
    logger.warn(`rule ${rule} has blocked the process`, { milliseconds: Math.round(milliseconds) })
  }

  return {
    left,
    isLate: (error) => error === late || isTrackerError(error, 'transaction_timeout'),
    async run(rule, work) {
      const began = stopwatch()
      runningSince = began
      try {
        if (used >= mostTime) throw late
        const answer = work()
        const blocked = stopwatch() - began
        if (blocked > longBlock) warn(rule, blocked)
        if (used + blocked >= mostTime) {
          // Not awaited: its rejection would end the process.
          answer.catch(() => undefined)
          throw late
        }
        const result = await inTime(answer, left(), late)
        // A rule that blocks after an await also keeps the timer from ending it.
        if (used + stopwatch() - began >= mostTime) throw late
        return result
      } finally {
        used += stopwatch() - began
        runningSince = undefined
      }
    },
  }
}

async function inTime<T>(answer: Promise<T>, milliseconds: number, late: Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late), milliseconds)
  })
  try {
    return await Promise.race([answer, end])
  } finally {
    clearTimeout(timer)
  }
}
