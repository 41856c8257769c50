// Follows one run of an operation for those who want to know of it: how long it took, who called, what it asked of the store.
import type { Environment } from '../kernel/environment.js'
import { isTrackerError } from '../kernel/errors.js'
import type { OperationEnded, OperationWatch, Statement } from '../kernel/observer.js'
import {
  areStagesWatched,
  beginStages,
  endStage,
  finishStages,
  type Block,
  type Observation,
} from '../kernel/stages.js'
import type { Reader, Writer } from '../schema/index.js'
import type { TimeBudget } from './time-budget.js'
import { meaningToCallers } from './store-errors.js'

/** One run that is followed. */
export interface Watch {
  /** For the stages of the run. */
  readonly observation: Observation
  /** Begins a transaction that reads. */
  readonly reader: (tx: Reader) => Reader
  /** Begins one that writes. */
  readonly writer: (tx: Writer) => Writer
  /** Measures the work between statements, too. */
  readonly timeBudget: (budget: TimeBudget) => TimeBudget
  /** The work of the operation is done; its transaction is not. */
  readonly ran: () => void
  /** Somebody is known to call. */
  readonly calls: (user_id: number | undefined) => void
}

/** Who wants to know of a run. */
export interface Watching {
  readonly parent?: unknown
  readonly onEnded?: ((ended: OperationEnded) => void) | undefined
}

interface Watched {
  readonly name: string
  readonly kind: 'read' | 'write'
}

/** Does the work of an operation, followed if anybody wants to know of it. */
export async function watched<T>(
  environment: Environment,
  { name, kind }: Watched,
  { parent, onEnded }: Watching,
  work: (watch: Watch | undefined) => Promise<T>,
): Promise<T> {
  const { observer, stopwatch } = environment
  if (!observer?.operation && !observer?.block && !onEnded && !areStagesWatched()) return work(undefined)
  const told = observer?.operation?.({ operation: name, kind, parent })
  const began = stopwatch()
  const seen: Seen = beginStages({
    ...{ operation: name, onBlock: observer?.block, longestBlock: undefined, resumed: performance.now() },
    ...{ user_id: undefined, statements: 0, rows: 0 },
  })
  const end = (outcome: OperationEnded['outcome']) => {
    const { user_id, statements, rows, longestBlock: block } = seen
    const milliseconds = stopwatch() - began
    const ended = { operation: name, outcome, milliseconds, user_id, statements, rows, ...(block && { block }) }
    finishStages(seen)
    told?.ended(ended)
    onEnded?.(ended)
  }
  try {
    const answer = await work(createWatch(seen, told?.statement))
    end('ok')
    return answer
  } catch (error) {
    const meaning = meaningToCallers(error)
    end(isTrackerError(meaning) ? meaning.code : 'stopped')
    throw error
  }
}

interface Seen extends Observation {
  longestBlock: Block | undefined
  /** Since when the run has had the event loop, as far as it does now. */
  resumed: number
  user_id: number | undefined
  statements: number
  rows: number
}

function createWatch(seen: Seen, begin: OperationWatch['statement']): Watch {
  /** Stores answer at once or later; it stays as it was. */
  function follow<T>(statement: Statement, ask: () => T | Promise<T>, rowsOf: (answer: T) => number): T | Promise<T> {
    seen.statements++
    const end = begin?.(statement)
    const note = (answer: T) => {
      seen.rows += rowsOf(answer)
      resume()
      end?.()
      return answer
    }
    const asked = performance.now()
    try {
      const answer = ask()
      endStage(seen, 'sql', asked)
      return answer instanceof Promise ? answer.then(note).catch(failed(end)) : note(answer)
    } catch (error) {
      endStage(seen, 'sql', asked)
      end?.()
      throw error
    }
  }
  const resume = () => void (seen.resumed = performance.now())
  const ran = () => endStage(seen, 'plan', seen.resumed)
  const readerOf = (tx: Reader): Reader => ({
    select: (query) => follow({ verb: 'select', entity: query.from }, () => tx.select(query), count),
    count: (from, where) => follow({ verb: 'count', entity: from }, () => tx.count(from, where), none),
    tally: (query) => follow({ verb: 'tally', entity: query.from }, () => tx.tally(query), count),
  })
  const writerOf = (tx: Writer): Writer => ({
    ...readerOf(tx),
    insert: (into, rows) => follow({ verb: 'insert', entity: into }, () => tx.insert(into, rows), none),
    put: (into, rows) => follow({ verb: 'put', entity: into }, () => tx.put(into, rows), none),
    update: (entity, where, set) => follow({ verb: 'update', entity }, () => tx.update(entity, where, set), none),
    delete: (from, where) => follow({ verb: 'delete', entity: from }, () => tx.delete(from, where), none),
  })
  return {
    observation: seen,
    reader(tx) {
      resume()
      return readerOf(tx)
    },
    writer(tx) {
      resume()
      return writerOf(tx)
    },
    timeBudget: (budget) => ({
      step() {
        ran()
        return budget.step()?.then(resume)
      },
      left: () => budget.left(),
    }),
    ran,
    calls: (user_id) => void (seen.user_id = user_id),
  }
}

const count = ({ length }: readonly unknown[]) => length
const none = () => 0

function failed(end: (() => void) | undefined) {
  return (error: unknown): never => {
    end?.()
    throw error
  }
}
