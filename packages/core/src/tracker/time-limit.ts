// How long one run of an operation may take.
import type { Credential, ProvenCredential } from '../auth/identity.js'
import type { AnyOperation } from '../call/define/operation.js'
import { observedBudget, type OperationObservation } from '../call/observation.js'
import { createTimeBudget, unlimitedTime, type OverdueCode, type TimeBudget } from '../call/time-budget.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import { isStoreError } from '../store/index.js'

/** Begins to measure a run. Calls of the embedding program itself, such as filling a tracker, have no limit. */
export function beginTimeBudget(
  environment: Environment,
  operation: AnyOperation,
  credential: Credential | ProvenCredential,
  observation: OperationObservation | undefined,
): TimeBudget {
  const isSystem = credential !== null && 'system' in credential && credential.system
  const budget = isSystem ? unlimitedTime : createTimeBudget(environment, overdueCode(operation))
  return observation ? observedBudget(budget, observation) : budget
}

/** The same error; a query that the store has timed out counts as a run that has used up its time. */
export function withOverdue(operation: AnyOperation, error: unknown): unknown {
  const cause = isTrackerError(error, 'fault') ? error.cause : error
  return isStoreError(cause, 'overdue') ? new TrackerError(overdueCode(operation)) : error
}

function overdueCode(operation: AnyOperation): OverdueCode {
  return 'reads' in operation && operation.reads === 'scan' ? 'search_too_expensive' : 'operation_timeout'
}
