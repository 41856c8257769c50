// The one wrapper between an operation and the transaction of a store: its time budget, and its observers.
import type { Statement } from '../kernel/observer.js'
import { isPromise } from '../kernel/is-promise.js'
import { endStage } from '../kernel/stages.js'
import type { Reader, Writer } from '../schema/index.js'
import { resume, type OperationObservation } from './observation.js'
import type { TimeBudget } from './time-budget.js'

/** Applies to each statement of a transaction. */
export interface Instruments {
  readonly budget: TimeBudget
  readonly observation?: OperationObservation | undefined
}

/** The same transaction, within a time budget and observed. */
export function instrument(tx: Writer, instruments: Instruments): Writer
export function instrument(tx: Reader, instruments: Instruments): Reader
export function instrument(tx: Reader | Writer, instruments: Instruments): Reader | Writer {
  if (instruments.observation) resume(instruments.observation)
  return 'insert' in tx ? instrumentedWriter(tx, instruments) : instrumentedReader(tx, instruments)
}

function instrumentedReader(tx: Reader, instruments: Instruments): Reader {
  const reader: Reader = {
    select: (query) => inStep(instruments, 'select', query.from, () => tx.select(query)),
    count: (from, where, options) => inStep(instruments, 'count', from, () => tx.count(from, where, options)),
    countBy: (query) => inStep(instruments, 'countBy', query.from, () => tx.countBy(query)),
  }
  // Only rules use it, and they have a separate time limit.
  if (tx.query) reader.query = (sql, values, timeout) => tx.query?.(sql, values, timeout) ?? []
  return reader
}

function instrumentedWriter(tx: Writer, instruments: Instruments): Writer {
  return {
    ...instrumentedReader(tx, instruments),
    async insert(into, rows) {
      const keys: number[] = []
      // A loop: one `push` of very many would exhaust the stack.
      for (const part of inParts(rows)) {
        for (const key of await inStep(instruments, 'insert', into, () => tx.insert(into, part))) keys.push(key)
      }
      return keys
    },
    async put(into, rows) {
      for (const part of inParts(rows)) await inStep(instruments, 'put', into, () => tx.put(into, part))
    },
    update: (entity, where, set) => inStep(instruments, 'update', entity, () => tx.update(entity, where, set)),
    delete: (from, where) => inStep(instruments, 'delete', from, () => tx.delete(from, where)),
  }
}

type RunStatement<T> = () => T | Promise<T>

function inStep<T>(
  { budget, observation }: Instruments,
  verb: Statement['verb'],
  entity: string,
  statement: RunStatement<T>,
): T | Promise<T> {
  const run = observation ? () => observed(observation, { verb, entity }, statement) : statement
  const yielded = budget.step()
  return yielded ? yielded.then(run) : run()
}

/** Stores answer at once or later, and so does this. */
function observed<T>(observation: OperationObservation, statement: Statement, run: RunStatement<T>): T | Promise<T> {
  observation.statements++
  const end = observation.onStatement?.(statement)
  const note = (answer: T) => {
    // Only selected rows come in lists; inserts return keys.
    if (Array.isArray(answer) && statement.verb !== 'insert') observation.rows += answer.length
    resume(observation)
    end?.()
    return answer
  }
  const began = performance.now()
  try {
    const answer = run()
    endStage(observation, 'sql', began)
    return isPromise(answer) ? answer.then(note).catch(failed(end)) : note(answer)
  } catch (error) {
    endStage(observation, 'sql', began)
    end?.()
    throw error
  }
}

function failed(end: (() => void) | undefined) {
  return (error: unknown): never => {
    end?.()
    throw error
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
