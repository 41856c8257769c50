// One operation in an open transaction: the only place that runs operations.
import type { ProvenCredential } from '../auth/identity.js'
import type { StaleCredential } from '../auth/last-use.js'
import type { ChangeEvent } from '../call/change-event.js'
import type { Call } from '../call/context.js'
import { parseInput, type AnyOperation, type RunnableOperation } from '../call/define/operation.js'
import { instrument } from '../call/instrument.js'
import { pause, type OperationObservation } from '../call/observation.js'
import type { Precondition } from '../call/precondition.js'
import type { OwnErrors } from '../call/store-errors.js'
import type { TimeBudget } from '../call/time-budget.js'
import { TrackerError } from '../kernel/errors.js'
import { stage } from '../kernel/stages.js'
import type { Reader, Writer } from '../schema/index.js'
import type { CallOrigin, CallStarter } from './session/begin-call.js'
import { noEffects, requireEntries, writeEffects, type Effects } from './session/effects.js'
import { createOnce, type Once } from './idempotency/once.js'
import type { OpenRules, RulesOfCall } from './rules/open-rules.js'

/** One operation, requested by one caller. */
export interface Invocation {
  readonly operation: RunnableOperation
  readonly credential: ProvenCredential
  readonly input: ReceivedInput
  readonly origin: CallOrigin
  /** Changes of earlier operations of the transaction that the entries of this one include. */
  readonly earlier?: readonly ChangeEvent[] | undefined
  readonly precondition?: Precondition | undefined
  readonly idempotencyKey?: string | undefined
  readonly budget: TimeBudget
  readonly observation?: OperationObservation | undefined
}

/** An input as it was received, and its value or error. Parsed once, outside of the transaction, which may run again. */
export interface ReceivedInput {
  readonly received: unknown
  readonly value?: unknown
  readonly error?: unknown
}

/** Shared by the invocations of one transaction. */
export interface InvokeSession {
  /** Opens calls that see the same state. */
  readonly beginCall: CallStarter
  /** Credentials whose last use must be recorded, even if the operation fails. */
  readonly staleCredentials: StaleCredential[]
  readonly checkAnswers: boolean
  /** Errors of the check of a precondition. */
  readonly own: OwnErrors
  /** Opens the rules of the embedding program for a write. */
  readonly openRules?: OpenRules | undefined
  /** Supplies what the operation has prepared. Called once the caller is known and the input is valid. */
  readonly prepare?: ((tx: Reader, begun: BegunCall, invocation: Invocation) => Promise<unknown>) | undefined
}

export interface BegunCall {
  readonly call: Call
  readonly input: unknown
  readonly effects: Effects
  /** The number of the last entry of the change feed. */
  readonly lastChange: number
  /** For a write with an idempotency key. */
  readonly once: Once | undefined
  /** For a write of a tracker with rules. */
  readonly rules: RulesOfCall | undefined
}

export interface Invoked {
  readonly answer: unknown
  readonly effects: Effects
  /** True if it is the stored response of an earlier call with the same key. */
  readonly isReplay: boolean
}

export function receive(operation: AnyOperation, received: unknown, observation?: OperationObservation): ReceivedInput {
  try {
    return { received, value: stage(observation, 'parse', parseInput, operation, received) }
  } catch (error) {
    return { received, error }
  }
}

/** Runs one operation in an open transaction. */
export function invoke(bare: Reader | Writer, invocation: Invocation, session: InvokeSession): Promise<Invoked> {
  return invokeOn(instrument(bare, invocation), invocation, session)
}

/** Errors of the caller come before those of the input, a replay before the precondition, effects before the kept answer. */
async function invokeOn(tx: Reader, invocation: Invocation, session: InvokeSession): Promise<Invoked> {
  const { operation, precondition, observation } = invocation
  const begun = await begin(tx, invocation, session)
  const { call, input, effects, once } = begun
  const prepared = session.prepare && (await session.prepare(tx, begun, invocation))
  const replay = once && (await once.find(tx))
  if (replay) return { answer: checkAnswer(replay.answer, invocation, session), effects, isReplay: true }
  if (precondition) await requireHeld(tx, precondition, invocation, session)
  try {
    // An operation that writes something is only invoked with a transaction that does.
    const answer = await operation.run(tx as Writer, input, call, prepared)
    if (operation.kind === 'write') {
      await writeEffects(tx as Writer, call.now, effects, begun.lastChange)
      if (begun.rules) await begun.rules.finish()
      if (once) await once.keep(tx as Writer, answer)
    }
    pause(observation)
    if (session.checkAnswers) requireEntries(operation, effects)
    return { answer: checkAnswer(answer, invocation, session), effects, isReplay: false }
  } finally {
    begun.rules?.end()
  }
}

/** Opens a call in an instrumented transaction. @throws the error of the caller, or else of the input */
export async function begin(tx: Reader, invocation: Invocation, session: InvokeSession): Promise<BegunCall> {
  const { operation, credential, input, origin, earlier = [], budget, observation, idempotencyKey } = invocation
  const effects = noEffects()
  const opened = await session.beginCall(tx, operation, credential, origin, effects, budget)
  const { lastChange, stale } = opened
  const rules = operation.kind === 'write' ? session.openRules?.(tx, session, effects) : undefined
  const call = rules ? { ...opened.call, rules } : opened.call
  for (const event of earlier) call.recordChange(event)
  for (const one of stale) session.staleCredentials.push(one)
  if (observation) {
    observation.user_id = call.who.user?.id
    observation.actor_id = call.who.limits.actorId
  }
  if ('error' in input) throw input.error
  if (call.confirmation === 'missing' && operation.confirms?.(input.value))
    throw new TrackerError('confirmation_required')
  const once = operation.kind === 'write' ? createOnce(operation, idempotencyKey, call, input.value) : undefined
  return { call, input: input.value, effects, lastChange, once, rules }
}

/** Reads the object of the precondition, as the same caller. */
async function requireHeld(
  tx: Reader,
  { operation, input, check }: Precondition,
  { credential, origin, budget }: Invocation,
  { beginCall, own }: InvokeSession,
): Promise<void> {
  const read = operation as RunnableOperation
  const invocation = { operation: read, credential, origin, budget, input: receive(read, input) }
  const { answer } = await invokeOn(tx, invocation, { beginCall, staleCredentials: [], checkAnswers: false, own })
  await own.during(() => check(answer))
}

/** An answer that was cut down by field names has no schema. */
export function checkAnswer(
  answer: unknown,
  { operation, input }: Invocation,
  { checkAnswers }: InvokeSession,
): unknown {
  if (!checkAnswers) return answer
  const { received } = input
  const isCut =
    typeof received === 'object' && received !== null && ('include_fields' in received || 'exclude_fields' in received)
  return isCut ? answer : operation.output.parse(answer)
}
