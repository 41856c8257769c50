// The time budget of an operation: in total, and for each turn of the event loop.
import { setImmediate } from 'node:timers/promises'
import type { Environment } from '../kernel/environment.js'
import { TrackerError } from '../kernel/errors.js'
import type { Reader, Writer } from '../schema/index.js'

/** Checked before each statement, and in each step of a loop over rows. */
export interface TimeBudget {
  /**
   * Yields to the event loop at the end of a time slice. Await the result.
   * @throws search_too_expensive, operation_timeout when the time is up
   */
  step(): Promise<unknown> | undefined
  /** In milliseconds; Infinity without a timeout. */
  left(): number
}

export type OverdueCode = 'search_too_expensive' | 'operation_timeout'

/** For calls of the embedding program and background work, which have no timeout. */
export const unlimitedTime: TimeBudget = { step: () => undefined, left: () => Infinity }

/** In milliseconds. Long enough to cost nothing, too short to be noticed. */
const maxTimeSlice = 25

/** Begins to measure. Time spent waiting counts too. */
export function createTimeBudget(
  { stopwatch, timeoutSeconds }: Pick<Environment, 'stopwatch' | 'timeoutSeconds'>,
  code: OverdueCode = 'operation_timeout',
): TimeBudget {
  let sliceStart = stopwatch()
  const end = sliceStart + timeoutSeconds * 1000
  const yieldSlice = async () => {
    await setImmediate()
    sliceStart = stopwatch()
  }
  return {
    step() {
      const now = stopwatch()
      if (now >= end) throw new TrackerError(code)
      return now - sliceStart > maxTimeSlice ? yieldSlice() : undefined
    },
    left: () => Math.max(0, end - stopwatch()),
  }
}

/** For background work, which has no timeout but yields like any operation. */
export function createBackgroundBudget(environment: Pick<Environment, 'stopwatch'>): TimeBudget {
  return createTimeBudget({ stopwatch: environment.stopwatch, timeoutSeconds: Infinity })
}

/** The same store, within a time budget. */
export function budgetedReader(tx: Reader, budget: TimeBudget): Reader {
  return {
    select: (query) => inStep(budget, () => tx.select(query)),
    count: (from, where) => inStep(budget, () => tx.count(from, where)),
    tally: (query) => inStep(budget, () => tx.tally(query)),
  }
}

export function budgetedWriter(tx: Writer, budget: TimeBudget): Writer {
  return {
    ...budgetedReader(tx, budget),
    async insert(into, rows) {
      const keys: number[] = []
      // A loop: one `push` of very many would exhaust the stack.
      for (const part of inParts(rows)) {
        for (const key of await inStep(budget, () => tx.insert(into, part))) keys.push(key)
      }
      return keys
    },
    async put(into, rows) {
      for (const part of inParts(rows)) await inStep(budget, () => tx.put(into, part))
    },
    update: (entity, where, set) => inStep(budget, () => tx.update(entity, where, set)),
    delete: (from, where) => inStep(budget, () => tx.delete(from, where)),
  }
}

/** Limits of one statement, in rows, and in characters and bytes. Texts are indexed with each part. */
const maxRows = 500
const maxPartSize = 1_048_576

function* inParts<T extends object>(rows: readonly T[]): Generator<readonly T[]> {
  if (rows.length <= 1) {
    yield rows
    return
  }
  let from = 0
  let size = 0
  for (const [at, row] of rows.entries()) {
    const added = sizeOf(row)
    if (at - from >= maxRows || (at > from && size + added > maxPartSize)) {
      yield rows.slice(from, at)
      from = at
      size = 0
    }
    size += added
  }
  yield rows.slice(from)
}

function sizeOf(row: object): number {
  let size = 0
  for (const value of Object.values(row)) {
    if (typeof value === 'string') size += value.length
    else if (value instanceof Uint8Array) size += value.byteLength
  }
  return size
}

function inStep<T>(budget: TimeBudget, statement: () => T | Promise<T>): T | Promise<T> {
  const yielded = budget.step()
  return yielded ? yielded.then(statement) : statement()
}
