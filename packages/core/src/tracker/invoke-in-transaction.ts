// Invokes the operations of a transaction, which see changes that may still be undone.
import type { HostUser } from '../auth/host-user.js'
import { credentialWithoutPassword, type Credential, type ProvenCredential } from '../auth/identity.js'
import type { ChangeEvent } from '../call/change-event.js'
import type { AnyOperation, RunnableOperation } from '../call/define/operation.js'
import { observe } from '../call/observation.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import type { Reader, Writer } from '../schema/index.js'
import type { CallOrigin, CallStarter } from './session/begin-call.js'
import type { TrackerContext } from './context.js'
import { addEffects, type Effects } from './session/effects.js'
import { provisionAccounts, provisionBy } from './host-users.js'
import { invoke, receive, type BegunCall, type Invocation, type Invoked, type InvokeSession } from './invoke.js'
import { preparationOf } from './prove.js'
import { beginTimeBudget } from './time-limit.js'

interface OpenTransaction extends Pick<InvokeSession, 'beginCall' | 'staleCredentials' | 'own' | 'openRules'> {
  readonly tx: Writer
  /** The effects of all operations. */
  readonly effects: Effects
  /** Ends the transaction with an error, even if the operation is a read. */
  readonly fail: (error: unknown) => void
}

/** Runs one operation of a transaction. */
export type InvokeInTransaction = (
  operation: AnyOperation,
  who: Credential | ProvenCredential,
  input: unknown,
  origin: CallOrigin,
  earlier?: readonly ChangeEvent[],
) => Promise<Invoked>

export function createInvoker(context: TrackerContext, transaction: OpenTransaction): InvokeInTransaction {
  const { environment, checkAnswers } = context
  const { tx, staleCredentials, own, openRules } = transaction
  let { beginCall } = transaction
  let isForked = false

  /** Restricts data learned after a write to this transaction, which may be rolled back. */
  function forkOnce(): CallStarter {
    if (!isForked) beginCall = beginCall.fork()
    isForked = true
    return beginCall
  }

  async function prepare(
    reader: Reader,
    { input, call }: BegunCall,
    { operation, origin }: Invocation,
  ): Promise<unknown> {
    if (operation.kind === 'write') forkOnce()
    if (operation.isApart?.(input)) throw new TrackerError('not_in_transaction', { what: operation.name })
    await operation.mayPrepare?.(reader, input, call)
    // A transaction makes no requests of webhooks.
    return operation.prepare?.(input, { ...preparationOf(context, origin), sender: undefined }, call)
  }

  async function provision(host: HostUser): Promise<number> {
    const { hostUsers } = forkOnce()
    const run = async (operation: AnyOperation, input: unknown) => {
      const { answer, effects } = await invokeObserved(operation, { system: true }, input, {})
      // The account stays though the operation itself may fail.
      addEffects(transaction.effects, effects)
      return answer
    }
    try {
      return await provisionBy(run, hostUsers, host)
    } catch (error) {
      // It may have written. A refused user is refused before.
      if (!isTrackerError(error, 'host_user_refused')) transaction.fail(error)
      throw error
    }
  }

  function invokeObserved(
    ...[operation, who, received, origin, earlier]: Parameters<InvokeInTransaction>
  ): Promise<Invoked> {
    return observe(environment, operation, {}, async (observation) => {
      const proven = credentialWithoutPassword(who)
      if (!proven) throw new TrackerError('not_in_transaction', { what: 'A password' })
      const runnable = operation as RunnableOperation
      const input = receive(operation, received, observation)
      const budget = beginTimeBudget(environment, operation, who, observation)
      return provisionAccounts(proven, provision, (credential) =>
        invoke(
          tx,
          { operation: runnable, credential, input, origin, earlier, budget, observation },
          { beginCall, staleCredentials, checkAnswers, own, prepare, openRules },
        ),
      )
    })
  }

  return invokeObserved
}
