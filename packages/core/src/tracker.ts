// Binds the operations to a store: parse → who → read or write → again when a race was lost → tell listeners.
import type { z } from 'zod'
import type { Call } from './context.js'
import { defaultEnvironment, type Environment } from './environment.js'
import { isTrackerError, TrackerError } from './errors.js'
import { createEventHub, type EventName, type Listener, type TrackerEvent } from './events.js'
import { bindOperations, type Operations } from './face.js'
import { noClaim, noteLastUse, proveClaim, type Claim, type Identity, type StaleCredential } from './identity.js'
import { createCallOpener } from './open-call.js'
import { parseInput, type AnyOperation, type ReadOperation, type WriteOperation } from './operation.js'
import { migrations } from './schema/migrations.js'
import { retrying } from './retry.js'
import { schema, type Reader, type TrackerSchema, type Writer } from './schema/index.js'
import { seed, type FirstAdministrator } from './seed/seed.js'
import { isStoreError, type Store } from './store/index.js'

export interface TrackerOptions extends Partial<Environment> {
  /** Where everything is kept. The tracker closes it when it is closed itself. */
  readonly store: Store
  /** Who administers an empty store that is used for the first time. Default: admin@example.com, without a password. */
  readonly administrator?: FirstAdministrator
  /** Check every answer against the schema of its operation. For tests; costs time. */
  readonly checkAnswers?: boolean
}

export interface Tracker {
  /** The operations as one person may use them. Cheap: holds nothing but the identity. */
  as(who: Identity | readonly Identity[], origin?: { readonly address?: string | undefined }): Operations
  /** The operations without any check of rights and visibility, for set-up by the embedding program; in somebody's name when given a login. */
  asSystem(login?: string): Operations
  /** Runs one operation; `as` is made of this. */
  run(
    operation: AnyOperation,
    claim: Claim,
    input: unknown,
    origin?: { readonly address?: string | undefined },
  ): Promise<unknown>
  /** Calls `listener` after every commit that made such an event. Returns how to stop that. */
  on<N extends EventName>(name: N, listener: Listener<N>): () => void
  /** True when the store was empty and has been set up by this call of createTracker. */
  readonly isNew: boolean
  /** Waits for what is running and closes the store. */
  close(): Promise<void>
}

/**
 * Opens a tracker on a store: brings the stored schema up to date, fills an empty store with a fresh installation, and is then
 * ready.
 *
 * @example
 * const tracker = await createTracker({ store: memoryStore() })
 * const { version } = await tracker.as(null).server.version()
 */
export async function createTracker(options: TrackerOptions): Promise<Tracker> {
  const environment = { ...defaultEnvironment, ...definedOnly(options) }
  // The one place where a store learns which schema it holds: adapters work on any.
  const store = options.store as unknown as Store<TrackerSchema>
  await retrying(environment, async () => store.migrate(schema, migrations))
  const isNew = await retrying(environment, () => seed(store, environment, options.administrator))
  const runner = createRunner(store, environment, options.checkAnswers ?? false)
  return {
    isNew,
    as: (who, origin) => bindOperations((operation, input) => runner.run(operation, who, input, origin?.address)),
    asSystem: (login) =>
      bindOperations((operation, input) => runner.run(operation, { system: true, login }, input, undefined)),
    run: (operation, claim, input, origin) => runner.run(operation, claim, input, origin?.address),
    on: runner.on,
    close: runner.close,
  }
}

type Runnable = ReadOperation<z.ZodType, z.ZodType> | WriteOperation<z.ZodType, z.ZodType>

function createRunner(store: Store<TrackerSchema>, environment: Environment, checkAnswers: boolean) {
  const events = createEventHub(environment.logger)
  const background = createBackground(environment)
  const openCall = createCallOpener(environment)

  async function run(operation: AnyOperation, claim: Claim, rawInput: unknown, address: string | undefined) {
    const runnable = operation as unknown as Runnable
    const preparation = { environment, store, address }
    const proven = await retrying(environment, () => proveClaim(preparation, claim)).catch((error: unknown) => {
      if (operation.access === 'exempt' && isTrackerError(error)) return noClaim
      throw error
    })
    const parsed = attempt(() => parseInput(runnable, rawInput))
    let emitted: TrackerEvent[] = []
    let stale: readonly StaleCredential[] = []

    const begin = async (tx: Reader): Promise<Call> => {
      emitted = []
      const opened = await openCall(tx, operation, proven, address, emitted)
      stale = opened.stale
      if ('error' in parsed) throw parsed.error
      return opened.call
    }
    const answer = await retrying(environment, () => {
      if (runnable.kind === 'read') return store.read(async (tx) => runnable.run(tx, inputOf(parsed), await begin(tx)))
      return runWrite(store, runnable, preparation, begin, () => inputOf(parsed))
    })
    events.fire(emitted)
    if (stale.length > 0) background.start(noteLastUse(store, stale, environment.clock()))
    return checkAnswers ? checkAnswer(operation, rawInput, answer) : answer
  }

  return {
    run,
    on: <N extends EventName>(name: N, listener: Listener<N>) => events.on(name, listener),
    close: async () => {
      await background.settled()
      await store.close()
    },
  }
}

/** Work that nobody waits for, except for close. */
function createBackground({ logger }: Environment) {
  const running = new Set<Promise<void>>()
  return {
    start(work: Promise<void>): void {
      const done: Promise<void> = work
        .catch((error: unknown) => {
          if (!isStoreError(error)) logger.warn('could not note the last use of a credential', { error })
        })
        .finally(() => running.delete(done))
      running.add(done)
    },
    settled: () => Promise.all(running),
  }
}

async function runWrite(
  store: Store<TrackerSchema>,
  operation: WriteOperation<z.ZodType, z.ZodType>,
  preparation: Parameters<NonNullable<typeof operation.prepare>>[1],
  begin: (tx: Reader) => Promise<Call>,
  input: () => unknown,
): Promise<unknown> {
  // Slow preparation is only for those who may use the operation at all.
  if (operation.prepare) await store.read(begin)
  const prepared = await operation.prepare?.(input(), preparation)
  return store.write(async (tx: Writer) => {
    const call = await begin(tx)
    if (call.who.isReadOnly) throw new TrackerError('api_key_read_only')
    return operation.run(tx, input(), call, prepared)
  })
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown }

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}

function inputOf(parsed: Attempt<unknown>): unknown {
  if ('error' in parsed) throw parsed.error
  return parsed.value
}

/** An answer that was cut down by field names is not checked: it has the shape that was asked for. */
function checkAnswer(operation: AnyOperation, input: unknown, answer: unknown): unknown {
  const isCut = typeof input === 'object' && input !== null && ('include_fields' in input || 'exclude_fields' in input)
  return isCut ? answer : operation.output.parse(answer)
}

function definedOnly({ clock, random, logger }: TrackerOptions): Partial<Environment> {
  return { ...(clock && { clock }), ...(random && { random }), ...(logger && { logger }) }
}
