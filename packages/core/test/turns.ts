// Measures the CPU time of event-loop turns that serve an operation or a page, because a turn blocks everything else.
// CPU time and not elapsed time, because a busy machine must not fail a test.
import { AsyncResource, createHook, executionAsyncResource } from 'node:async_hooks'
import { openSync, readSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { watchStages, type Observation } from '../src/kernel/stages.js'

/** A turn that took too long. */
export interface LongTurn {
  readonly operation: string
  /** Of CPU. */
  milliseconds: number
  readonly from: number
  until: number
  /** How many times slower than usual the machine was. */
  readonly slowness: number
}

/** In milliseconds of CPU. */
const longestTurn = 200

/** Milliseconds for which a look at the CPU time is good enough: it costs more than a look at the clock. */
const goodFor = 20

/** Returns the CPU time of this thread in milliseconds; undefined where the system does not offer it. */
function cpuClock(): (() => number) | undefined {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { readonly user: number; readonly system: number } }
  if (threadCpuUsage) {
    return () => {
      const { user, system } = threadCpuUsage.call(process)
      return (user + system) / 1000
    }
  }
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r')
    const bytes = Buffer.alloc(64)
    return () => {
      const length = readSync(file, bytes, 0, bytes.length, 0)
      return Number(bytes.toString('latin1', 0, bytes.indexOf(' ') > 0 ? bytes.indexOf(' ') : length)) / 1e6
    }
  } catch {
    return undefined
  }
}

/** The CPU time of this thread in milliseconds, where the system offers it. */
export const cpu = cpuClock()

/** Milliseconds of CPU time for the reference work on an ordinary idle core. */
const usualReference = 25

/**
 * The same work costs more CPU where others use the other half of the core. Measured when a turn seems too long, up to a limit beyond
 * which the machine explains nothing.
 */
export function measureSlowness(): number {
  // The first run is partly cold.
  const costs = [1, 2].map(() => {
    const began = cpu?.() ?? 0
    runReference()
    return (cpu?.() ?? 0) - began
  })
  return Math.min(2.5, Math.max(1, Math.min(...costs) / usualReference))
}

/** Makes and reads objects and texts, as operations do. */
function runReference(): number {
  const byName = new Map<string, { readonly size: number }>()
  for (let n = 0; n < 500_000; n++) byName.set(`bug ${n % 5000}`, { size: n })
  let sum = 0
  for (const [name, { size }] of byName) sum += name.length * size
  return sum
}

/** Garbage of all tests before is collected whenever it happens to be. */
function watchCollections() {
  let seen: { readonly startTime: number; readonly duration: number }[] = []
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  return {
    within({ from, until }: LongTurn) {
      const inside = seen.filter(({ startTime }) => startTime >= from && startTime < until)
      return inside.reduce((sum, { duration }) => sum + duration, 0)
    },
    forget: () => void (seen = []),
    end: () => observer.disconnect(),
  }
}

/** Begins to watch. Never twice at once. */
export function watchTurns(slownessNow = measureSlowness): {
  readonly take: () => Promise<LongTurn[]>
  readonly end: () => void
} {
  if (!cpu) return { take: async () => [], end: () => undefined }
  const collections = watchCollections()
  let found: LongTurn[] = []
  let current: Observation | undefined
  let known: LongTurn | undefined
  /** The last look at the CPU time. */
  let looked = { at: performance.now(), cpu: cpu() }
  let began = looked
  /** Of the callback that runs. */
  let inner = looked

  function look(now: number) {
    if (now - looked.at > goodFor) looked = { at: now, cpu: cpu?.() ?? 0 }
    return { at: now, cpu: looked.cpu }
  }

  function begin(observation: Observation | undefined, at: typeof looked): void {
    judge()
    current = observation
    known = undefined
    began = at
  }

  function judge(): void {
    if (!current) return
    if (performance.now() - began.at <= longestTurn) return
    const milliseconds = (cpu?.() ?? 0) - began.cpu
    if (milliseconds <= longestTurn + goodFor) return
    const until = performance.now()
    if (!known) {
      known = { operation: current.operation ?? 'none', milliseconds, from: began.at, until, slowness: slownessNow() }
      found.push(known)
      // The turn does not pay for the measurement.
      began = { at: began.at, cpu: (cpu?.() ?? 0) - milliseconds }
    }
    known.milliseconds = milliseconds
    known.until = until
  }

  function isTooLong(turn: LongTurn): boolean {
    return turn.milliseconds - collections.within(turn) > longestTurn * turn.slowness
  }

  const hook = createHook({
    before() {
      inner = look(performance.now())
      if (isTurn(executionAsyncResource())) begin(undefined, inner)
    },
    after: judge,
  })
  watchStages({
    begun: (observation) => begin(observation, look(performance.now())),
    ended(observation) {
      if (current === undefined) current = observation
      else if (current !== observation) begin(observation, inner)
    },
    finished: () => begin(undefined, look(performance.now())),
  })
  hook.enable()
  return {
    async take() {
      const all = found
      found = []
      // Collections become known in the turns after.
      if (all.length > 0) for (let n = 0; n < 3; n++) await setImmediate()
      const long = all.filter(isTooLong)
      collections.forget()
      return long
    },
    end() {
      collections.end()
      hook.disable()
      watchStages(undefined)
    },
  }
}

/**
 * Returns whether it is a callback of the event loop. Promises, ticks and bound callbacks of libraries continue within
 * another turn.
 */
function isTurn(resource: object): boolean {
  return !(resource instanceof Promise || resource instanceof AsyncResource || 'callback' in resource)
}

/** @throws Error for a turn that took too long */
export function requireShort(turns: readonly LongTurn[]): void {
  const said = turns.map(({ operation, milliseconds }) => `${operation} for ${Math.round(milliseconds)} ms of CPU`)
  if (said.length > 0)
    throw new Error(`The event loop was kept by ${said.join(', by ')}; ${longestTurn} are permitted.`)
}
