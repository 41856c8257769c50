// How much CPU a turn of the event loop takes that serves an operation or a page: nothing else is served meanwhile. CPU and not time,
// because a busy machine must not fail a test.
import { AsyncResource, createHook, executionAsyncResource } from 'node:async_hooks'
import { openSync, readSync } from 'node:fs'
import { watchStages, type Observation } from '../src/kernel/stages.js'

/** A turn that took too long. */
export interface LongTurn {
  readonly operation: string
  /** Of CPU. */
  milliseconds: number
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

const cpu = cpuClock()

/** Begins to watch, and returns the function that ends it and reports what was found. Never twice at once. */
export function watchTurns(): { readonly take: () => LongTurn[]; readonly end: () => void } {
  if (!cpu) return { take: () => [], end: () => undefined }
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
    if (!known) found.push((known = { operation: current.operation ?? 'none', milliseconds }))
    known.milliseconds = milliseconds
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
    take() {
      const all = found
      found = []
      return all
    },
    end() {
      hook.disable()
      watchStages(undefined)
    },
  }
}

/** Whether it is a callback of the event loop. Promises, ticks and what libraries bind go on within the turn of another. */
function isTurn(resource: object): boolean {
  return !(resource instanceof Promise || resource instanceof AsyncResource || 'callback' in resource)
}

/** @throws Error for a turn that took too long */
export function requireShort(turns: readonly LongTurn[]): void {
  const said = turns.map(({ operation, milliseconds }) => `${operation} for ${Math.round(milliseconds)} ms of CPU`)
  if (said.length > 0)
    throw new Error(`The event loop was kept by ${said.join(', by ')}; ${longestTurn} are permitted.`)
}
