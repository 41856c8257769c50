// Several operations in one transaction of the store: all of them are kept, or none.
import type { z } from 'zod'
import type { HostUser } from '../auth/host-user.js'
import {
  credentialWithoutPassword,
  noteLastUse,
  requireIdentities,
  type Credential,
  type Identity,
  type StaleCredential,
} from '../auth/identity.js'
import { budgetedWriter } from '../call/time-budget.js'
import { retrying } from '../call/retry.js'
import { watched, type Watch } from '../call/observation.js'
import { causedBy, createOwnErrors, trackerErrorOf, type OwnErrors } from '../call/store-errors.js'
import { parseInput, type AnyOperation, type Preparation, type WriteOperation } from '../call/define/operation.js'
import type { Operations } from '../generated/operations.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import type { TrackerSchema, Writer } from '../schema/index.js'
import { isStoreError, type Store } from '../store/index.js'
import type { CallOrigin, CallStarter } from './begin-call.js'
import { bindOperations } from './bind.js'
import { addEffects, noEffects, requireTold, writeEffects, type Effects } from './effects.js'
import { provisionBy, withAccounts } from './host-users.js'
import { requireWork } from './options.js'
import { asListed, attempt, checkAnswer, timeBudgetOf, resultOf, withOverdue } from './outcome.js'

/** The operations inside of a transaction. They run one after the other, in the order in which they are called. */
export interface Transaction {
  /** The operations as one person may use them. Passwords are not taken. */
  as(who: Identity | readonly Identity[], origin?: CallOrigin): Operations
  /** The operations without any check of rights and visibility; in somebody's name when given a login. */
  asSystem(login?: string): Operations
}

/** What `transaction` and `join` may be told. */
export interface TransactionOptions {
  /** After so many milliseconds everything is undone (default 10,000): nobody else can write meanwhile. */
  readonly timeout?: number
  /** Run the work again when it has lost a race (default true); otherwise it is `store_busy`. */
  readonly retries?: boolean
}

export interface TransactionParts {
  readonly store: Store<TrackerSchema>
  readonly environment: Environment
  readonly beginCall: CallStarter
  readonly checkAnswers: boolean
  readonly afterwards: Preparation['afterwards']
}

export const defaultTimeout = 10_000

/** Makes the function that runs work in a transaction, commits, and then tells others of it. */
export function createTransactions(parts: TransactionParts) {
  const { store, environment, afterwards } = parts
  return async <T>(
    work: (tx: Transaction) => Promise<T>,
    tell: (effects: Effects) => void,
    { timeout = defaultTimeout, retries = true }: TransactionOptions = {},
  ): Promise<T> => {
    requireWork(work, timeout)
    const stale: StaleCredential[] = []
    const own = createOwnErrors()
    const once = () =>
      store.write(async (tx) => {
        const session = openSession(tx, parts, stale)
        return { result: await session.run(work, timeout, own), effects: session.effects }
      })
    try {
      const { result, effects } = await retrying(environment, once, retries ? {} : { attempts: 1 })
      tell(effects)
      return result
    } catch (error) {
      throw own.meaningOf(error)
    } finally {
      const origin = { environment, store, address: undefined, afterwards }
      if (stale.length > 0) afterwards(() => noteLastUse(origin, stale))
    }
  }
}

interface Asked {
  readonly operation: AnyOperation
  readonly who: Credential
  readonly input: unknown
  readonly origin?: CallOrigin | undefined
  readonly signal: AbortSignal | undefined
}

/** One run of the work of a transaction. */
export function openSession(tx: Writer, parts: TransactionParts, stale: StaleCredential[]) {
  const effects = noEffects()
  let failure: { readonly error: unknown } | undefined
  const perform = createPerformer(tx, parts, stale, effects, (error) => (failure ??= { error }))
  let isOver = false
  let last: Promise<unknown> = Promise.resolve()

  async function call({ operation, who, input, origin = {}, signal }: Asked): Promise<unknown> {
    if (isOver) throw new TrackerError('transaction_failed', { reason: 'it is over' })
    if (failure) throw failedBy(failure.error)
    // Nothing has been done, so that the others may go on.
    signal?.throwIfAborted()
    try {
      const { answer, effects: own } = await perform(operation, who, input, origin)
      addEffects(effects, own)
      return answer
    } catch (error) {
      if (operation.kind === 'write' || !isTrackerError(error)) failure ??= { error }
      const meaning = trackerErrorOf(withOverdue(operation, error))
      throw parts.checkAnswers ? asListed(operation, meaning) : meaning
    }
  }

  /** Each sees what those before it have done, as if it were alone. */
  function inTurn(asked: Asked) {
    const answer = last.then(() => call(asked))
    last = answer.catch(() => undefined)
    return answer
  }

  const handle: Transaction = {
    as(who, origin) {
      requireIdentities(who)
      if (origin && 'idempotencyKey' in origin)
        throw new TrackerError('not_in_transaction', { what: 'An idempotency key' })
      return bindOperations((operation, input, options) =>
        inTurn({ operation, who, input, origin, signal: options?.signal }),
      )
    },
    asSystem: (login) =>
      bindOperations((operation, input, options) =>
        inTurn({ operation, who: { system: true, login }, input, signal: options?.signal }),
      ),
  }

  return {
    effects,
    /** @throws whatever the work throws; transaction_failed for work that took no notice of an error; transaction_timeout */
    async run<T>(work: (tx: Transaction) => Promise<T>, timeout: number, own: OwnErrors): Promise<T> {
      try {
        const result = await inTime(timeout, async () => {
          const made = await own.during(() => work(handle))
          await last
          return made
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

type Performing = [operation: AnyOperation, who: Credential, rawInput: unknown, origin: CallOrigin]

interface Performed {
  readonly answer: unknown
  readonly effects: Effects
}

/** Makes the function that runs one operation of a transaction. */
function createPerformer(
  bare: Writer,
  parts: TransactionParts,
  stale: StaleCredential[],
  ofAll: Effects,
  endBy: (error: unknown) => void,
) {
  const { store, environment, afterwards, checkAnswers } = parts
  let { beginCall } = parts
  let isUnchanged = true

  /** What is learned after a write may be undone. */
  function keepApart(): void {
    if (isUnchanged) beginCall = beginCall.fork()
    isUnchanged = false
  }

  async function perform(...[operation, who, rawInput, origin]: Performing): Promise<Performed> {
    return watched(environment, operation, {}, (watch) => follow(watch, operation, who, rawInput, origin))
  }

  async function follow(watch: Watch | undefined, ...[operation, who, rawInput, origin]: Performing) {
    const proven = credentialWithoutPassword(who)
    if (!proven) throw new TrackerError('not_in_transaction', { what: 'A password' })
    const parsed = attempt(() => parseInput(operation, rawInput))
    const timeBudget = timeBudgetOf(environment, operation, who)
    const tx = budgetedWriter(watch?.writer(bare) ?? bare, timeBudget)
    const effects = noEffects()
    const provision = async (host: HostUser) => {
      keepApart()
      const run = async (provisioning: AnyOperation, input: unknown) => {
        const made = await perform(provisioning, { system: true }, input, {})
        // It stays done though the operation itself may fail.
        addEffects(ofAll, made.effects)
        return made.answer
      }
      try {
        return await provisionBy(run, beginCall.hostUsers, host)
      } catch (error) {
        // It has written by then, whatever the operation is. Who is refused is refused before.
        if (!isTrackerError(error, 'host_user_refused')) endBy(error)
        throw error
      }
    }
    const opened = await withAccounts(proven, provision, (credentials) =>
      beginCall(tx, operation, credentials, origin, effects, timeBudget),
    )
    stale.push(...opened.stale)
    watch?.calls(opened.call.who.user?.id)
    const input = resultOf(parsed)
    if (operation.kind === 'write') keepApart()
    // A read has nothing to prepare, and does with what a write may use.
    const write = operation as unknown as WriteOperation<z.ZodType, z.ZodType>
    if (write.isApart?.(input)) throw new TrackerError('not_in_transaction', { what: operation.name })
    const preparation = { environment, store, address: origin.address, afterwards }
    await write.mayPrepare?.(tx, input, opened.call)
    const prepared = await write.prepare?.(input, preparation, opened.call)
    const answer = await write.run(tx, input, opened.call, prepared)
    await writeEffects(tx, opened.call.now, effects, opened.lastChange)
    if (checkAnswers) requireTold(operation, effects)
    return { answer: checkAnswers ? checkAnswer(operation, rawInput, answer) : answer, effects }
  }
  return perform
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
