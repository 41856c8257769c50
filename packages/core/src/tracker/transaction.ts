// The operations of one transaction: a queue that ends with the first failed write, or after a timeout.
import { requireIdentities, systemCredential, type Credential } from '../auth/identity.js'
import type { StaleCredential } from '../auth/last-use.js'
import type { AnyOperation } from '../call/define/operation.js'
import { causedBy, trackerErrorOf, type OwnErrors } from '../call/store-errors.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import type { Writer } from '../schema/index.js'
import { createMutex, isStoreError } from '../store/index.js'
import type { CallOrigin, CallStarter } from './session/begin-call.js'
import { bindOperations } from './bind.js'
import type { TrackerContext } from './context.js'
import { requireQuery } from './session/require-query.js'
import type { RunInTurn, Transaction } from './session/transaction-handle.js'
import { addEffects, noEffects, type Effects } from './session/effects.js'
import { createInvoker } from './invoke-in-transaction.js'
import type { OpenRules } from './rules/open-rules.js'
import { withOverdue } from './time-limit.js'
import { asListed } from './translate-errors.js'

export const defaultTimeout = 10_000

/** Limits of a session within an operation. */
interface SessionScope {
  /** Throws for a write that may not run. */
  readonly refuse?: (operation: AnyOperation) => void
  readonly openRules?: OpenRules | undefined
  /** Milliseconds that are left for a statement of the program. */
  readonly left?: () => number
}

export interface Session {
  readonly effects: Effects
  readonly handle: Transaction
  readonly invoke: RunInTurn
  /** The error of the first failed write. */
  readonly failure: () => { readonly error: unknown } | undefined
  readonly end: () => void
  /** @throws whatever the work throws; transaction_failed for work that ignored an error; transaction_timeout */
  run<T>(work: (tx: Transaction) => Promise<T>, timeout: number): Promise<T>
}

/** One run of the work of a transaction. */
export function openSession(
  tx: Writer,
  context: TrackerContext,
  beginCall: CallStarter,
  staleCredentials: StaleCredential[],
  own: OwnErrors,
  { refuse, openRules = context.openRules, left }: SessionScope = {},
): Session {
  const effects = noEffects()
  let failure: { readonly error: unknown } | undefined
  let isOver = false
  // Each call sees the changes of the calls before it.
  const queue = createMutex()

  const fail = (error: unknown) => void (failure ??= { error })
  const invokeInside = createInvoker(context, { tx, beginCall, staleCredentials, own, effects, fail, openRules })

  function requireOpen(): void {
    if (isOver) throw new TrackerError('transaction_failed', { reason: 'it is over' })
    if (failure) throw failedBy(failure.error)
  }

  const call: RunInTurn = async (operation, who, input, origin, signal, earlier) => {
    requireOpen()
    // Nothing has been done: the other calls may continue.
    signal?.throwIfAborted()
    try {
      refuse?.(operation)
      const invoked = await invokeInside(operation, who, input, origin, earlier)
      addEffects(effects, invoked.effects)
      return invoked.answer
    } catch (error) {
      if (operation.kind === 'write' || !isTrackerError(error)) fail(error)
      const meaning = trackerErrorOf(withOverdue(operation, error))
      throw context.checkAnswers ? asListed(operation, meaning) : meaning
    }
  }

  const inTurn: RunInTurn = (...request) => queue.run(() => call(...request))
  const ask = createAsk(tx, requireOpen, fail, left)
  const handle = createHandle(inTurn, (sql, values) => queue.run(() => ask(sql, values)))

  return {
    effects,
    handle,
    invoke: inTurn,
    failure: () => failure,
    end: () => void (isOver = true),
    async run<T>(work: (tx: Transaction) => Promise<T>, timeout: number): Promise<T> {
      try {
        const result = await inTime(timeout, async () => {
          const done = await own.during(() => work(handle))
          await queue.idle()
          return done
        })
        if (failure) throw failedBy(failure.error)
        return result
      } catch (error) {
        // A lost race is for the store to repeat, whatever the work has made of it.
        throw failure && isStoreError(failure.error, 'retry') ? failure.error : error
      } finally {
        isOver = true
      }
    },
  }
}

/** Runs statements of the program. One that fails ends the transaction. */
function createAsk(tx: Writer, requireOpen: () => void, fail: (error: unknown) => void, left?: () => number): RunQuery {
  return async (sql, values) => {
    requireOpen()
    requireQuery(sql, values)
    if (!tx.query) throw new TrackerError('not_in_transaction', { what: 'query' })
    try {
      return await tx.query(sql, values, left?.())
    } catch (error) {
      fail(error)
      throw failedBy(error)
    }
  }
}

type RunQuery = (sql: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>

function createHandle(run: RunInTurn, query: RunQuery): Transaction {
  const bind = (who: Credential, origin: CallOrigin = {}) =>
    bindOperations((operation, input, options) => run(operation, who, input, origin, options?.signal))
  return {
    as(who, origin) {
      requireIdentities(who)
      if (origin && 'idempotencyKey' in origin)
        throw new TrackerError('not_in_transaction', { what: 'An idempotency key' })
      return bind(who, origin)
    },
    asSystem: (login) => bind(systemCredential(login)),
    query: async <R>(sql: string, values: readonly unknown[] = []) => (await query(sql, values)) as R[],
  }
}

function failedBy(cause: unknown): TrackerError {
  return causedBy(cause, new TrackerError('transaction_failed', { reason: 'an operation failed' }))
}

/** @throws transaction_timeout */
async function inTime<T>(timeout: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TrackerError('transaction_timeout', { timeout })), timeout)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
