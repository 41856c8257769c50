// Observes one run of an operation: its duration, its caller, its statements.
import type { Environment } from '../kernel/environment.js'
import { isTrackerError } from '../kernel/errors.js'
import type { OperationEnded, OperationWatch } from '../kernel/observer.js'
import {
  areStagesWatched,
  beginStages,
  endStage,
  finishStages,
  type Block,
  type Observation,
} from '../kernel/stages.js'
import { meaningToCallers } from './store-errors.js'
import type { TimeBudget } from './time-budget.js'

/** One observed run. */
export interface OperationObservation extends Observation {
  longestBlock: Block | undefined
  /** Since when the run has kept the event loop. */
  resumed: number
  user_id: number | undefined
  actor_id: number | undefined
  statements: number
  rows: number
  /** Receives each statement. */
  readonly onStatement: OperationWatch['statement']
}

interface ObservedOperation {
  readonly name: string
  readonly kind: 'read' | 'write'
}

/** Observers of one run beside that of the tracker. */
interface RunObservers {
  readonly parent?: unknown
  readonly onEnded?: ((ended: OperationEnded) => void) | undefined
}

/** Runs an operation, observed if there is an observer. */
export function observe<T>(
  environment: Environment,
  operation: ObservedOperation,
  observers: RunObservers,
  work: (observation: OperationObservation | undefined) => Promise<T>,
): Promise<T> {
  const { observer } = environment
  const isObserved = observer?.operation ?? observer?.block ?? observers.onEnded
  return isObserved || areStagesWatched() ? observed(environment, operation, observers, work) : work(undefined)
}

async function observed<T>(
  { observer, stopwatch }: Environment,
  { name, kind }: ObservedOperation,
  { parent, onEnded }: RunObservers,
  work: (observation: OperationObservation) => Promise<T>,
): Promise<T> {
  const watch = observer?.operation?.({ operation: name, kind, parent })
  const began = stopwatch()
  const observation: OperationObservation = beginStages({
    ...{ operation: name, onBlock: observer?.block, longestBlock: undefined, resumed: performance.now() },
    ...{ user_id: undefined, actor_id: undefined, statements: 0, rows: 0, onStatement: watch?.statement },
  })
  const end = (outcome: OperationEnded['outcome']) => {
    const { user_id, actor_id, statements, rows, longestBlock: block } = observation
    const milliseconds = stopwatch() - began
    const ended = {
      ...{ operation: name, outcome, milliseconds, user_id, statements, rows },
      ...(actor_id !== undefined && { actor_id }),
      ...(block && { block }),
    }
    finishStages(observation)
    watch?.ended(ended)
    onEnded?.(ended)
  }
  try {
    const answer = await work(observation)
    end('ok')
    return answer
  } catch (error) {
    const meaning = meaningToCallers(error)
    end(isTrackerError(meaning) ? meaning.code : 'stopped')
    throw error
  }
}

/** Begins to measure the work between statements. */
export function resume(observation: OperationObservation): void {
  observation.resumed = performance.now()
}

/** Ends the measured work between statements. */
export function pause(observation: OperationObservation | undefined): void {
  if (observation) endStage(observation, 'plan', observation.resumed)
}

/** The same budget, of which each step ends a stage of the observation. */
export function observedBudget(budget: TimeBudget, observation: OperationObservation): TimeBudget {
  return {
    step() {
      pause(observation)
      return budget.step()?.then(() => resume(observation))
    },
    left: () => budget.left(),
  }
}
