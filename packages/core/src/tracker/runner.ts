// Runs operations: parse → who → read or write → again when a race was lost → tell listeners.
import type { z } from 'zod'
import type { Call } from '../call/context.js'
import type { Environment } from '../kernel/environment.js'
import type { OperationEnded } from '../kernel/observer.js'
import { createEventHub, type EventHub, type EventName, type Listener } from '../kernel/events.js'
import type { ReadSetup } from '../setup/catalogue.js'
import {
  isCredentialError,
  isAnonymous,
  noCredential,
  noteLastUse,
  authenticate,
  type Credential,
  type ProvenCredential,
  type StaleCredential,
} from '../auth/identity.js'
import type { HostUsers } from '../auth/host-users.js'
import type { FeedWatch } from '../feed/watch.js'
import type { Dispatcher } from '../delivery/mail/dispatcher.js'
import type { WebhookSender } from '../call/webhook-sender.js'
import type { WebhookDispatcher } from '../delivery/webhooks/dispatcher.js'
import type { Precondition } from '../call/precondition.js'
import { createCallStarter, type CallOrigin } from './begin-call.js'
import {
  concernsErasure,
  concernsMail,
  concernsWebhooks,
  noEffects,
  requireTold,
  writeEffects,
  type Effects,
} from './effects.js'
import {
  parseInput,
  type AnyOperation,
  type Preparation,
  type ReadOperation,
  type WriteOperation,
} from '../call/define/operation.js'
import { budgetedReader, budgetedWriter, type TimeBudget } from '../call/time-budget.js'
import { retrying } from '../call/retry.js'
import { watched, type Watch } from '../call/observation.js'
import { stage } from '../kernel/stages.js'
import { trackerErrorOf, type OwnErrors } from '../call/store-errors.js'
import type { Reader, TrackerSchema, Writer } from '../schema/index.js'
import type { ReadOptions, Store } from '../store/index.js'
import { attempt, checkAnswer, timeBudgetOf, resultOf, withMeaning, type Attempt } from './outcome.js'
import { createProvisioner, withAccounts } from './host-users.js'
import { createReadIn } from './read-in.js'
import { createFinder } from './after-answer-mail.js'
import { createOnce, type Done } from './idempotency/once.js'
import { createCalls, type Calls } from './calls.js'
import { createJoins, type Joins } from './join.js'
import { createTransactions, type Transaction, type TransactionOptions } from './transaction.js'

/** What is known of a request beside who calls what with which input. */
export interface RequestDetails extends CallOrigin {
  /** For the observer of the tracker: what this call is part of, such as the context of a trace. */
  readonly parent?: unknown
  /** Is told once the call is over, what became of it. */
  readonly onEnded?: ((ended: OperationEnded) => void) | undefined
  /**
   * Ends the call before its transaction begins and before that runs again after a lost race, and ends what waits: the call then
   * rejects with the reason of the signal.
   */
  readonly signal?: AbortSignal | undefined
  /** Ends what waits as if its time were over: it answers what there is. */
  readonly enough?: AbortSignal | undefined
  /** What must hold for a write to be done. */
  readonly precondition?: Precondition | undefined
  /** Do a write once, however often it is asked for with this key: 1 to 255 visible ASCII characters, for 24 hours. */
  readonly idempotencyKey?: string | undefined
  /**
   * Is told what the credential has become once its passwords are proven. A request that takes several calls makes the others with
   * it: a one-time password is good once, and proving a password is slow.
   */
  readonly onProven?: ((proven: ProvenCredential) => void) | undefined
  /** Is told when the answer is that of an earlier call with the same key. */
  readonly onReplayed?: (() => void) | undefined
}

type AnyRead = ReadOperation<z.ZodType, z.ZodType>
type Runnable = AnyRead | WriteOperation<z.ZodType, z.ZodType>

type RunArguments = [
  operation: AnyOperation,
  credential: Credential | ProvenCredential,
  input: unknown,
  details?: RequestDetails,
]

/** Runs an operation. */
export type Run = (...call: RunArguments) => Promise<unknown>

/** Makes of a credential one that operations take without proving its password again: it holds until the password is changed. */
export type ProveOnce = (
  operation: AnyOperation,
  credential: Credential | ProvenCredential,
  details: RequestDetails,
) => Promise<ProvenCredential>

interface RunnerParts {
  readonly store: Store<TrackerSchema>
  readonly environment: Environment
  readonly readSetup: ReadSetup
  readonly hostUsers: HostUsers
  readonly dispatcher: Dispatcher | undefined
  readonly webhooks: { readonly sender: WebhookSender; readonly dispatcher: WebhookDispatcher } | undefined
  readonly watch: FeedWatch
  readonly checkAnswers: boolean
}

export function createRunner(parts: RunnerParts) {
  const { store, environment, readSetup, hostUsers, dispatcher, checkAnswers } = parts
  const events = createEventHub(environment.logger)
  const calls = createCalls(environment)
  const preparationOf = createPreparer(parts, calls.afterwards)
  const tell = createTeller(events, parts, calls.afterwards)
  const findOut = createFinder({ ...parts, afterwards: calls.afterwards, wake: () => dispatcher?.wake() })
  const beginCall = createCallStarter({ environment, readSetup, hostUsers, delivers: dispatcher !== undefined })
  const provision = createProvisioner(run, hostUsers)
  const shared = { store, environment, beginCall, checkAnswers, afterwards: calls.afterwards }
  const transact = createTransactions(shared)
  const joins = createJoins(shared, tell)

  async function run(...call: RunArguments): Promise<unknown> {
    const [operation, , , { signal, ...watching } = {}] = call
    return watched(environment, operation, watching, (watch) =>
      withMeaning({ operation, signal, checkAnswers }, (own) => perform({ own, watch }, ...call)),
    )
  }

  async function perform({ own, watch }: Following, ...[operation, credential, rawInput, details = {}]: RunArguments) {
    const preparation = preparationOf(details)
    let proven = await prove(operation, preparation, credential, details)
    details.onProven?.(proven)
    const parsed = attempt(() => stage(watch?.observation, 'parse', parseInput, operation, rawInput))
    const stale: StaleCredential[] = []
    const bare = timeBudgetOf(environment, operation, credential)
    const budget = watch?.timeBudget(bare) ?? bare
    let effects = noEffects()

    const begin: Begin = async (tx) => {
      effects = noEffects()
      const { call, lastChange, stale: used } = await beginCall(tx, operation, proven, details, effects, budget)
      stale.push(...used)
      watch?.calls(call.who.user?.id)
      return { call, input: resultOf(parsed), effects, lastChange }
    }
    const requireUnchanged = (tx: Reader) =>
      requireHeld(tx, own, details.precondition, (asked) => beginCall(tx, asked, proven, details, noEffects(), budget))
    try {
      const surroundings = { requireUnchanged, budget, watch, scan: scanOf(operation, parsed, proven), details }
      const answer = await withAccounts(proven, provision, (credentials) => {
        proven = credentials
        return execute(operation as unknown as Runnable, preparation, begin, surroundings)
      })
      tell(effects)
      findOut(effects)
      return checkAnswers ? checked(operation, rawInput, answer, effects) : answer
    } finally {
      if (stale.length > 0) calls.afterwards(() => noteLastUse(preparation, stale))
    }
  }

  return {
    run: (...call: RunArguments) => calls.begin(() => run(...call)),
    proveOnce: createProveOnce(calls, preparationOf, checkAnswers),
    readIn: createReadIn(shared),
    transaction: <T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions) =>
      calls.begin(() => transact(work, tell, options)),
    join: ((...call) => calls.begin(() => joins.join(...call))) as Joins['join'],
    on: <N extends EventName | '*'>(name: N, listener: Listener<N>) => events.on(name, listener),
    close: () => end(parts, calls, joins),
  }
}

/** What follows one run. */
interface Following {
  readonly own: OwnErrors
  readonly watch: Watch | undefined
}

/** The answer, of an operation that has told what it did. */
function checked(operation: AnyOperation, rawInput: unknown, answer: unknown, effects: Effects): unknown {
  requireTold(operation, effects)
  return checkAnswer(operation, rawInput, answer)
}

function createPreparer({ environment, store, webhooks }: RunnerParts, afterwards: Calls['afterwards']) {
  return ({ address }: RequestDetails): Preparation => ({
    ...{ environment, store, address, afterwards, sender: webhooks?.sender },
  })
}

/** For those who ask the same again and again: that a password is right is slow to prove, and is proven once. */
function createProveOnce(
  calls: Calls,
  preparationOf: (details: RequestDetails) => Preparation,
  checkAnswers: boolean,
): ProveOnce {
  return (operation, credential, details) =>
    calls.begin(() =>
      withMeaning({ operation, signal: details.signal, checkAnswers }, () =>
        prove(operation, preparationOf(details), credential, details),
      ),
    )
}

/** Waits for what is under way, and closes the store. @throws TrackerError, whatever the store throws */
async function end({ dispatcher, webhooks, store }: RunnerParts, calls: Calls, joins: Joins): Promise<void> {
  await calls.close()
  joins.warnOfUntold()
  await Promise.all([dispatcher?.close(), webhooks?.dispatcher.close()])
  try {
    await store.close()
  } catch (error) {
    throw trackerErrorOf(error)
  }
}

/** Makes the function that tells others, after the commit, what a run leaves behind for them. */
function createTeller(
  events: EventHub,
  { store, dispatcher, webhooks, watch }: RunnerParts,
  afterwards: Calls['afterwards'],
) {
  return (effects: Effects): void => {
    events.fire(effects.events)
    if (concernsMail(effects)) dispatcher?.wake()
    if (concernsWebhooks(effects)) webhooks?.dispatcher.wake()
    if (effects.stories.length > 0) watch.wake()
    if (concernsErasure(effects)) afterwards(async () => store.scrub?.())
  }
}

/** Throws unless the precondition of a write holds. */
async function requireHeld(
  tx: Reader,
  own: OwnErrors,
  precondition: Precondition | undefined,
  begin: (asked: AnyOperation) => Promise<{ readonly call: Call }>,
): Promise<void> {
  if (!precondition) return
  const asked = precondition.operation as AnyOperation
  const { call } = await begin(asked)
  const seen = await (asked as unknown as AnyRead).run(tx, parseInput(asked, precondition.input), call)
  await own.during(() => precondition.check(seen))
}

/** What answers anybody takes wrong passwords for none. */
async function prove(
  operation: AnyOperation,
  preparation: Preparation,
  credential: Credential | ProvenCredential,
  origin: CallOrigin,
): Promise<ProvenCredential> {
  try {
    return await authenticate(preparation, credential)
  } catch (error) {
    if (operation.access !== 'exempt' || !isCredentialError(error)) throw error
    origin.onWrongCredentials?.(error)
    return noCredential
  }
}

/** Opens a call in a transaction: who calls and what with, or the error of either; who comes first. */
type Begin = (tx: Reader) => Promise<Begun>

interface Begun {
  readonly call: Call
  readonly input: unknown
  readonly effects: Effects
  /** The number of the last entry of the change feed. */
  readonly lastChange: number
}

/** What surrounds the work of an operation in its transaction. */
interface Surroundings {
  /** Throws unless the precondition of a write holds. */
  readonly requireUnchanged: (tx: Reader) => Promise<void>
  readonly budget: TimeBudget
  readonly watch: Watch | undefined
  /** Of a read that may look at very many rows. */
  readonly scan: Pick<Scan, 'isAnonymous'> | undefined
  readonly details: RequestDetails
}

type Scan = NonNullable<ReadOptions['scan']>

function scanOf(operation: AnyOperation, parsed: Attempt<unknown>, proven: ProvenCredential): Surroundings['scan'] {
  const read = operation as unknown as AnyRead
  const scans = 'value' in parsed && read.reads === 'scan' && !read.isNarrow?.(parsed.value)
  return scans ? { isAnonymous: isAnonymous(proven) } : undefined
}

function execute(
  operation: Runnable,
  preparation: Preparation,
  begin: Begin,
  surroundings: Surroundings,
): Promise<unknown> {
  return operation.kind === 'read'
    ? executeRead(operation, preparation, begin, surroundings)
    : executeWrite(operation, preparation, begin, surroundings)
}

function executeRead(
  operation: AnyRead,
  { store, environment }: Preparation,
  begin: Begin,
  { budget, watch, scan, details: { signal } }: Surroundings,
): Promise<unknown> {
  const read = async (bare: Reader) => {
    const tx = budgetedReader(watch?.reader(bare) ?? bare, budget)
    const { call, input } = await begin(tx)
    const answer = await operation.run(tx, input, call)
    watch?.ran()
    return answer
  }
  const once = () => store.read(read, scan ? { scan: { timeout: budget.left(), ...scan } } : {})
  return retrying(environment, once, { signal })
}

async function executeWrite(
  operation: WriteOperation<z.ZodType, z.ZodType>,
  preparation: Preparation,
  begin: Begin,
  { requireUnchanged, budget, watch, details: { idempotencyKey, onReplayed, signal } }: Surroundings,
): Promise<unknown> {
  const { store, environment } = preparation
  const onceOf = ({ call, input }: Awaited<ReturnType<Begin>>) => createOnce(operation, idempotencyKey, call, input)
  const prepare = async (): Promise<{ readonly prepared?: unknown; readonly done?: Done | undefined }> => {
    // Preparation takes long: it is only for those who may use the operation at all, and for what has not been done yet.
    const { opened, done } = await store.read(async (bare) => {
      const tx = budgetedReader(watch?.reader(bare) ?? bare, budget)
      const begun = await begin(tx)
      const replayed = await onceOf(begun)?.find(tx)
      if (!replayed) await operation.mayPrepare?.(tx, begun.input, begun.call)
      return { opened: begun, done: replayed }
    })
    return done ? { done } : { prepared: await operation.prepare?.(opened.input, preparation, opened.call) }
  }
  const write = async (
    bare: Writer,
    prepared: unknown,
  ): Promise<{ readonly answer: unknown; readonly done?: Done }> => {
    const tx = budgetedWriter(watch?.writer(bare) ?? bare, budget)
    const opened = await begin(tx)
    const { call, input, effects, lastChange } = opened
    const once = onceOf(opened)
    const done = await once?.find(tx)
    if (done) return { answer: done.answer, done }
    await requireUnchanged(tx)
    const answer = await operation.run(tx, input, call, prepared)
    await writeEffects(tx, call.now, effects, lastChange)
    await once?.keep(tx, answer)
    watch?.ran()
    return { answer }
  }
  const { prepared, done: known } = operation.prepare ? await retrying(environment, prepare, { signal }) : {}
  const { answer, done } = known
    ? { answer: known.answer, done: known }
    : await retrying(environment, () => store.write((tx) => write(tx, prepared)), { signal })
  if (done) onReplayed?.()
  return answer
}
