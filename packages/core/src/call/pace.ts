// How long one run of an operation may take, and for how long at a stretch it may keep everything else waiting.
import { setImmediate } from 'node:timers/promises'
import type { Environment } from '../kernel/environment.js'
import { TrackerError } from '../kernel/errors.js'
import type { Reader, Writer } from '../schema/index.js'

/** Kept by whatever a run does many times: each statement, and each step of a loop over what was read. */
export interface Pace {
  /**
   * Lets others have their turn when this run has had its own for long: what is returned is then to be awaited.
   * @throws search_too_expensive, operation_timeout when the time of the run is up
   */
  step(): Promise<unknown> | undefined
  /** How many milliseconds are left to the run; Infinity for one that has all the time in the world. */
  left(): number
}

export type OverdueCode = 'search_too_expensive' | 'operation_timeout'

/** For whoever has all the time in the world and nobody to wait for it. */
export const unhurried: Pace = { step: () => undefined, left: () => Infinity }

/** In milliseconds. Long enough to cost nothing, too short to be noticed. */
const longestTurn = 25

/** Begins to measure a run. What is waited for counts too. */
export function createPace(
  { stopwatch, timeoutSeconds }: Pick<Environment, 'stopwatch' | 'timeoutSeconds'>,
  code: OverdueCode = 'operation_timeout',
): Pace {
  let turn = stopwatch()
  const end = turn + timeoutSeconds * 1000
  const rest = async () => {
    await setImmediate()
    turn = stopwatch()
  }
  return {
    step() {
      const now = stopwatch()
      if (now >= end) throw new TrackerError(code)
      return now - turn > longestTurn ? rest() : undefined
    },
    left: () => Math.max(0, end - stopwatch()),
  }
}

/** The same store, at this pace. */
export function pacedReader(tx: Reader, pace: Pace): Reader {
  return {
    select: (query) => inStep(pace, () => tx.select(query)),
    count: (from, where) => inStep(pace, () => tx.count(from, where)),
    tally: (query) => inStep(pace, () => tx.tally(query)),
  }
}

export function pacedWriter(tx: Writer, pace: Pace): Writer {
  return {
    ...pacedReader(tx, pace),
    async insert(into, rows) {
      const keys: number[] = []
      // A loop: one `push` of very many would exhaust the stack.
      for (const part of inParts(rows)) {
        for (const key of await inStep(pace, () => tx.insert(into, part))) keys.push(key)
      }
      return keys
    },
    async put(into, rows) {
      for (const part of inParts(rows)) await inStep(pace, () => tx.put(into, part))
    },
    update: (entity, where, set) => inStep(pace, () => tx.update(entity, where, set)),
    delete: (from, where) => inStep(pace, () => tx.delete(from, where)),
  }
}

/** Rows, and characters and bytes in them, that are written in one go: texts are indexed by their parts. */
const mostWritten = 500
const largestPart = 1_048_576

function* inParts<T extends object>(rows: readonly T[]): Generator<readonly T[]> {
  if (rows.length <= 1) {
    yield rows
    return
  }
  let from = 0
  let size = 0
  for (const [at, row] of rows.entries()) {
    const added = sizeOf(row)
    if (at - from >= mostWritten || (at > from && size + added > largestPart)) {
      yield rows.slice(from, at)
      from = at
      size = 0
    }
    size += added
  }
  yield rows.slice(from)
}

/** The characters and bytes in a row. */
function sizeOf(row: object): number {
  let size = 0
  for (const value of Object.values(row)) {
    if (typeof value === 'string') size += value.length
    else if (value instanceof Uint8Array) size += value.byteLength
  }
  return size
}

function inStep<T>(pace: Pace, statement: () => T | Promise<T>): T | Promise<T> {
  const rest = pace.step()
  return rest ? rest.then(statement) : statement()
}
