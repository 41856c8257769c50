// Memory for large answers: making one takes several copies of it, therefore few are made at a time.
import { TrackerError } from '@trackerkit/core'
import { refusing } from '../http/errors.js'

interface LargeAnswerLimits {
  /** Answers that are made at a time. */
  readonly atOnce?: number
  /** Characters and bytes of values that wait to become answers. */
  readonly waiting?: number
}

export interface LargeAnswers {
  /**
   * Waits for a place, which is left by the returned function. Small values come first.
   * @throws too_busy when too much waits
   */
  enter(value: unknown): Promise<() => void>
}

interface Waiting {
  readonly size: number
  readonly begin: () => void
}

/** The memory of a value beside its texts. */
const sizeOfValue = 16

export function createLargeAnswers({
  atOnce = 2,
  waiting: most = 128 * 1024 ** 2,
}: LargeAnswerLimits = {}): LargeAnswers {
  const waiting: Waiting[] = []
  let [running, held] = [0, 0]

  const leave = () => {
    const next = waiting.shift()
    if (!next) return void running--
    held -= next.size
    next.begin()
  }

  return {
    async enter(value) {
      let isLeft = false
      const leaveOnce = () => {
        if (!isLeft) leave()
        isLeft = true
      }
      if (running < atOnce) {
        running++
        return leaveOnce
      }
      const size = sizeOf(value)
      if (held + size > most) throw refusing(new TrackerError('too_busy'), 'large_answers')
      held += size
      await new Promise<void>((begin) => {
        const after = waiting.findIndex((one) => one.size > size)
        waiting.splice(after < 0 ? waiting.length : after, 0, { size, begin })
      })
      return leaveOnce
    },
  }
}

/** About as much as a value takes in memory. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return sizeOfValue + value.length
  if (typeof value !== 'object' || value === null) return sizeOfValue
  if (value instanceof Uint8Array) return sizeOfValue + value.byteLength
  let size = sizeOfValue
  for (const key of Object.keys(value)) size += sizeOf((value as Readonly<Record<string, unknown>>)[key])
  return size
}
