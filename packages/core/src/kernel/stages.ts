// Measures how long one stage of a request blocks the event loop.

/** Work that runs in one piece. */
export type Stage = 'parse' | 'coerce' | 'plan' | 'sql' | 'encode' | 'render' | 'layout' | 'mail' | 'log'

/** A stage that kept the event loop for longer than 100 ms. */
export interface Block {
  /** For example `bugs.search`; `page:/bug/:id` for a page, `mail` for messages, `none` before the operation is known. */
  readonly operation: string
  readonly stage: Stage
  readonly milliseconds: number
}

/** One run, request or page. Its stages are measured. */
export interface Observation {
  /** Becomes known while a request is read. */
  readonly operation?: string | undefined
  /** The longest so far. */
  longestBlock?: Block | undefined
  /** Receives each of them. */
  readonly onBlock?: ((block: Block) => void) | undefined
}

/** Receives every stage, however short. */
export interface StageWatcher {
  /** An observation begins: earlier work is not part of it. */
  begun(observation: Observation): void
  ended(observation: Observation): void
  /** The run, request or page is over: later work is not part of it. */
  finished(observation: Observation): void
}

/** In milliseconds. */
const longestUnreported = 100

/** The moment up to which time belongs to stages that have ended: none of it is counted twice. */
let measuredUntil = 0

let watcher: StageWatcher | undefined

/** Watches all stages of this process, or none any more. */
export function watchStages(wanted: StageWatcher | undefined): void {
  watcher = wanted
}

export function areStagesWatched(): boolean {
  return watcher !== undefined
}

/** Runs synchronous work, with up to three arguments, so that frequent calls need no closure. */
export function stage<T>(observation: Observation | undefined, name: Stage, work: () => T): T
export function stage<T, A>(observation: Observation | undefined, name: Stage, work: (a: A) => T, a: A): T
export function stage<T, A, B>(
  observation: Observation | undefined,
  name: Stage,
  work: (a: A, b: B) => T,
  a: A,
  b: B,
): T
export function stage<T, A, B, C, D>(
  observation: Observation | undefined,
  name: Stage,
  work: (a: A, b: B, c: C, d: D) => T,
  a: A,
  b: B,
  c: C,
  d: D,
): T
export function stage(
  observation: Observation | undefined,
  name: Stage,
  work: (a: unknown, b: unknown, c: unknown, d: unknown) => unknown,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
): unknown {
  if (!observation) return work(a, b, c, d)
  const began = performance.now()
  try {
    return work(a, b, c, d)
  } finally {
    endStage(observation, name, began)
  }
}

/** Begins to observe a run, request or page. */
export function beginStages<O extends Observation>(observation: O): O {
  watcher?.begun(observation)
  return observation
}

/** Reports the longest stage of an observation that has ended. */
export function finishStages(observation: Observation): void {
  watcher?.finished(observation)
}

/** Ends a stage that is not a separate function. */
export function endStage(observation: Observation, name: Stage, began: number): void {
  const ended = performance.now()
  const milliseconds = ended - Math.max(began, measuredUntil)
  measuredUntil = ended
  watcher?.ended(observation)
  if (milliseconds > longestUnreported) report(observation, name, milliseconds)
}

function report(observation: Observation, name: Stage, milliseconds: number): void {
  const block = { operation: observation.operation ?? 'none', stage: name, milliseconds }
  observation.longestBlock = longerBlock(observation.longestBlock, block)
  observation.onBlock?.(block)
}

/** The longer of two. */
export function longerBlock(one: Block | undefined, other: Block | undefined): Block | undefined {
  return !one || (other && other.milliseconds > one.milliseconds) ? other : one
}
