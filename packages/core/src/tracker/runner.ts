// Runs operations: parse → who → read or write → again when a race was lost → tell listeners.
import type { z } from 'zod'
import type { Call } from '../call/context.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import { createEventHub, type EventName, type Listener } from '../kernel/events.js'
import type { ReadSetup } from '../setup/catalogue.js'
import {
  credentialWithoutPassword,
  isCredentialError,
  noCredential,
  noteLastUse,
  authenticate,
  type Credential,
  type ProvenCredential,
  type StaleCredential,
} from '../auth/identity.js'
import type { Dispatcher } from '../mail/delivery/dispatcher.js'
import type { Precondition } from '../call/precondition.js'
import { writeFacts } from '../call/mail-outbox.js'
import { createCallStarter, noEffects, type Effects, type CallOrigin } from './begin-call.js'
import { commonErrors } from '../define/common-errors.js'
import {
  parseInput,
  type AnyOperation,
  type Preparation,
  type ReadOperation,
  type WriteOperation,
} from '../define/operation.js'
import { createPace, pacedReader, pacedWriter, unhurried, type OverdueCode, type Pace } from '../call/pace.js'
import { retrying } from '../call/retry.js'
import type { Reader, TrackerSchema, Writer } from '../schema/index.js'
import { isStoreError, StoreError, type Store } from '../store/index.js'

/** What is known of a request beside who calls what with which input. */
export interface RequestDetails extends CallOrigin {
  /** What must hold for a write to be done. */
  readonly precondition?: Precondition | undefined
}

type AnyRead = ReadOperation<z.ZodType, z.ZodType>
type Runnable = AnyRead | WriteOperation<z.ZodType, z.ZodType>

interface RunnerParts {
  readonly store: Store<TrackerSchema>
  readonly environment: Environment
  readonly readSetup: ReadSetup
  readonly dispatcher: Dispatcher | undefined
  readonly checkAnswers: boolean
}

export function createRunner({ store, environment, readSetup, dispatcher, checkAnswers }: RunnerParts) {
  const events = createEventHub(environment.logger)
  const underWay = createInFlight()
  const beginCall = createCallStarter(environment, readSetup)
  let isClosed = false

  async function run(operation: AnyOperation, credential: Credential, rawInput: unknown, details: RequestDetails = {}) {
    const { precondition, address } = details
    const preparation = { environment, store, address, afterwards }
    const proven = credentialWithoutPassword(credential) ?? (await prove(operation, preparation, credential, details))
    const parsed = attempt(() => parseInput(operation, rawInput))
    const stale: StaleCredential[] = []
    // What the embedding program does for itself, such as filling a tracker, takes as long as it takes.
    const pace = isSystem(credential) ? unhurried : createPace(environment, overdueCode(operation))
    let effects = noEffects()

    const begin: Begin = async (tx) => {
      effects = noEffects()
      const opened = await beginCall(tx, operation, proven, details, effects, pace)
      stale.push(...opened.stale)
      return { call: opened.call, input: resultOf(parsed), effects }
    }
    const requireUnchanged = async (tx: Reader) => {
      if (!precondition) return
      const { input, check } = precondition
      const asked = precondition.operation as AnyOperation
      const { call } = await beginCall(tx, asked, proven, details, noEffects(), pace)
      check(await (asked as unknown as AnyRead).run(tx, parseInput(asked, input), call))
    }
    try {
      const scans = 'value' in parsed && scansWith(operation, parsed.value)
      const surroundings = { requireUnchanged, pace, scans }
      const answer = await execute(operation as unknown as Runnable, preparation, begin, surroundings)
      events.fire(effects.events)
      if (effects.isMailDue || effects.facts.length > 0) dispatcher?.wake()
      return checkAnswers ? checkAnswer(operation, rawInput, answer) : answer
    } catch (error) {
      if (checkAnswers) requireListed(operation, error)
      // The store has ended a question, where the pace would have ended the run after it.
      throw isStoreError(error, 'overdue') ? new TrackerError(overdueCode(operation)) : error
    } finally {
      if (stale.length > 0) afterwards(() => noteLastUse(preparation, stale))
    }
  }

  function afterwards(work: () => Promise<void>): void {
    void underWay.during(() => tidyUp(environment, work))
  }

  return {
    run: async (...call: Parameters<typeof run>) => {
      if (isClosed) throw new StoreError('closed', 'the tracker has been closed')
      return underWay.during(() => run(...call))
    },
    on: <N extends EventName>(name: N, listener: Listener<N>) => events.on(name, listener),
    close: async () => {
      isClosed = true
      await underWay.settled()
      await dispatcher?.close()
      await store.close()
    },
  }
}

/** What answers anybody takes wrong passwords for none. */
async function prove(
  operation: AnyOperation,
  preparation: Preparation,
  credential: Credential,
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

/** A store that cannot be used tells so to calls: only other failures are worth logging. */
async function tidyUp(environment: Environment, work: () => Promise<void>): Promise<void> {
  try {
    await retrying(environment, work)
  } catch (error) {
    if (isStoreError(error) || isTrackerError(error)) return
    environment.logger.warn('could not write down what a call left behind', { error })
  }
}

/** Opens a call in a transaction: who calls and what with, or the error of either; who comes first. */
type Begin = (tx: Reader) => Promise<{ readonly call: Call; readonly input: unknown; readonly effects: Effects }>

/** What surrounds the work of an operation in its transaction. */
interface Surroundings {
  /** Throws unless the precondition of a write holds. */
  readonly requireUnchanged: (tx: Reader) => Promise<void>
  readonly pace: Pace
  /** Whether a read may look at very many rows. */
  readonly scans: boolean
}

function overdueCode(operation: AnyOperation): OverdueCode {
  return (operation as unknown as AnyRead).reads === 'scan' ? 'search_too_expensive' : 'operation_timeout'
}

function scansWith(operation: AnyOperation, input: unknown): boolean {
  const read = operation as unknown as AnyRead
  return read.reads === 'scan' && !read.isNarrow?.(input)
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
  { pace, scans }: Surroundings,
): Promise<unknown> {
  const read = async (bare: Reader) => {
    const tx = pacedReader(bare, pace)
    const { call, input } = await begin(tx)
    return await operation.run(tx, input, call)
  }
  return retrying(environment, () => store.read(read, scans ? { scan: { timeout: pace.left() } } : {}))
}

async function executeWrite(
  operation: WriteOperation<z.ZodType, z.ZodType>,
  preparation: Preparation,
  begin: Begin,
  { requireUnchanged, pace }: Surroundings,
): Promise<unknown> {
  const { store, environment } = preparation
  const prepare = async () => {
    // Preparation takes long: it is only for those who may use the operation at all.
    const { input, call } = await store.read(begin)
    return operation.prepare?.(input, preparation, call)
  }
  const prepared = operation.prepare ? await retrying(environment, prepare) : undefined
  const write = async (bare: Writer) => {
    const tx = pacedWriter(bare, pace)
    const { call, input, effects } = await begin(tx)
    await requireUnchanged(tx)
    const answer = await operation.run(tx, input, call, prepared)
    await writeFacts(tx, call.now, effects.facts)
    return answer
  }
  return retrying(environment, () => store.write(write))
}

/** What is under way, for close to wait for. */
function createInFlight() {
  let count = 0
  const waiting: (() => void)[] = []
  return {
    async during<T>(work: () => Promise<T>): Promise<T> {
      count++
      try {
        return await work()
      } finally {
        count--
        if (count === 0) for (const proceed of waiting.splice(0)) proceed()
      }
    },
    async settled(): Promise<void> {
      if (count > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown }

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}

function resultOf<T>(made: Attempt<T>): T {
  if ('error' in made) throw made.error
  return made.value
}

/** @throws Error for one that neither the operation lists nor every operation may fail with */
function requireListed({ name, errors = [] }: AnyOperation, error: unknown): void {
  if (!isTrackerError(error)) return
  if (![...errors, ...commonErrors].includes(error.code))
    throw new Error(`${name} fails with ${error.code}, which is not among its errors`, { cause: error })
}

/** An answer that was cut down by field names is not checked: it has the shape that was asked for. */
function checkAnswer(operation: AnyOperation, input: unknown, answer: unknown): unknown {
  const isCut = typeof input === 'object' && input !== null && ('include_fields' in input || 'exclude_fields' in input)
  return isCut ? answer : operation.output.parse(answer)
}

function isSystem(credential: Credential): boolean {
  return credential !== null && 'system' in credential
}
