// The progress of an import, and the estimated remaining time.

/** The part of an import that is running. */
export type Phase = 'configuration' | 'people' | 'products' | 'bugs' | 'changes' | 'contents'

/** How far an import is. */
export interface Progress {
  readonly phase: Phase
  readonly done: number
  /** How many there are, where that is known. */
  readonly total?: number | undefined
  /** In the last minute. */
  readonly perSecond: number
  /** Seconds that are left at that rate. */
  readonly left?: number | undefined
}

const remembered = 60_000

/** Counts finished items and reports progress. */
export interface Meter {
  begin(phase: Phase, total?: number): void
  add(count: number): void
}

export function createMeter(onProgress: (progress: Progress) => void): Meter {
  let phase: Phase = 'configuration'
  let total: number | undefined
  let done = 0
  let marks: { readonly at: number; readonly done: number }[] = []
  const report = () => {
    const now = Date.now()
    marks = marks.filter(({ at }) => at >= now - remembered)
    marks.push({ at: now, done })
    const [first] = marks
    const seconds = first ? (now - first.at) / 1000 : 0
    const perSecond = first && seconds > 0 ? (done - first.done) / seconds : 0
    const left = total === undefined || perSecond === 0 ? undefined : Math.max(0, total - done) / perSecond
    onProgress({ phase, done, total, perSecond, left })
  }
  return {
    begin(next, expected) {
      phase = next
      total = expected
      done = 0
      marks = []
      report()
    },
    add(count) {
      done += count
      report()
    },
  }
}
