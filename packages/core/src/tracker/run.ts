// Runs operations, each in a separate transaction that is retried when it has lost a race.
import { isAnonymous, type Credential, type ProvenCredential } from '../auth/identity.js'
import type { StaleCredential } from '../auth/last-use.js'
import type { AnyOperation, Preparation, RunnableOperation } from '../call/define/operation.js'
import { observe, type OperationObservation } from '../call/observation.js'
import { retrying } from '../call/retry.js'
import type { OwnErrors } from '../call/store-errors.js'
import type { Reader, Writer } from '../schema/index.js'
import type { ReadOptions } from '../store/index.js'
import { findMailLater, noteUseLater, notify } from './after-commit.js'
import type { TrackerContext } from './context.js'
import { createFollower } from './follow.js'
import { createProvisioner, provisionAccounts } from './host-users.js'
import { invoke, receive, type Invocation, type Invoked, type InvokeSession } from './invoke.js'
import { ours, writeOptionsOf, writesIn } from './own-work.js'
import { prepareAndInvoke } from './prepare.js'
import { preparationOf, prove } from './prove.js'
import { loadOccasional, type Occasional } from './load-occasional.js'
import type { RequestDetails, Run } from './request.js'
import { beginTimeBudget } from './time-limit.js'
import { translateErrors } from './translate-errors.js'
import { isPromise } from '../kernel/is-promise.js'

export function createRunner(context: TrackerContext) {
  const { environment, calls, beginCall, checkAnswers, openRules } = context
  const provision = createProvisioner(runObserved, context.hostUsers)

  const runInTransaction: Run = (operation, credential, input, details) =>
    calls.track(() => runObserved(operation, credential, input, details))

  function runObserved(
    operation: AnyOperation,
    credential: Credential | ProvenCredential,
    input: unknown,
    details: RequestDetails = {},
  ): Promise<unknown> {
    return observe(environment, operation, details, (observation) =>
      translateErrors(operation, details.signal, checkAnswers, (own) =>
        perform(operation as RunnableOperation, credential, input, details, own, observation),
      ),
    )
  }

  async function perform(
    operation: RunnableOperation,
    given: Credential | ProvenCredential,
    received: unknown,
    details: RequestDetails,
    own: OwnErrors,
    observation: OperationObservation | undefined,
  ): Promise<unknown> {
    const preparation = preparationOf(context, details)
    const proving = prove(operation, preparation, given, details)
    const proven = isPromise(proving) ? await proving : proving
    details.onProven?.(proven)
    const input = receive(operation, received, observation)
    const budget = beginTimeBudget(environment, operation, given, observation)
    const { precondition, idempotencyKey, signal } = details
    const staleCredentials: StaleCredential[] = []
    const session = { beginCall, staleCredentials, checkAnswers, own, openRules }
    try {
      const { answer, effects, isReplay } = await provisionAccounts(proven, provision, (credential) => {
        return transact(
          { operation, credential, origin: details, input, precondition, idempotencyKey, budget, observation },
          session,
          preparation,
          signal,
        )
      })
      if (isReplay) details.onReplayed?.()
      const purging = notify(context, effects)
      findMailLater(context, effects)
      if (purging) await purging
      return answer
    } finally {
      noteUseLater(context, staleCredentials)
    }
  }

  const follower = createFollower(context, runInTransaction)
  const run = withParts(context, runInTransaction, follower.getAndWait)
  return { run, follow: follower.follow }
}

/** Operations in several parts run them one after the other. */
function withParts(context: TrackerContext, runInTransaction: Run, getAndWait: Run): Run {
  const later =
    (create: (parts: Occasional) => (context: TrackerContext, run: Run) => Run): Run =>
    async (...request) =>
      create(await loadOccasional())(context, runInTransaction)(...request)
  const outside: Readonly<Record<NonNullable<AnyOperation['runsOutside']>, Run>> = {
    'wait for changes': getAndWait,
    'deliver webhooks': later(({ createPing }) => createPing),
    'receive held mail': later(({ createDeciding }) => createDeciding),
    'receive a report': later(({ createReporting }) => createReporting),
  }
  return (operation, ...request) =>
    (operation.runsOutside ? outside[operation.runsOutside] : runInTransaction)(operation, ...request)
}

function transact(
  invocation: Invocation,
  session: InvokeSession,
  preparation: Preparation,
  signal: AbortSignal | undefined,
): Promise<Invoked> {
  const { environment, store } = preparation
  const { operation } = invocation
  if (operation.prepare) return prepareAndInvoke(invocation, session, preparation, signal)
  const work = (tx: Reader | Writer) => invoke(tx, invocation, session)
  const once = writesIn(invocation)
    ? () => store.write(work, writeOptionsOf(invocation, session))
    : () => store.read(work, readOptionsOf(invocation))
  return retrying(environment, once, { signal })
}

function readOptionsOf({ operation, input, credential, budget }: Invocation): ReadOptions {
  const isScan = operation.reads === 'scan' && 'value' in input && !operation.isNarrow?.(input.value)
  return isScan ? { scan: { timeout: budget.left(), isAnonymous: isAnonymous(credential) }, ours: true } : ours
}
