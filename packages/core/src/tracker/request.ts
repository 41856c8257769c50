// One request to run an operation, as front ends make it.
import type { Credential, ProvenCredential } from '../auth/identity.js'
import type { AnyOperation } from '../call/define/operation.js'
import type { Precondition } from '../call/precondition.js'
import type { OperationEnded } from '../kernel/observer.js'
import type { CallOrigin } from './session/begin-call.js'

/** Details of a request beside the operation, the caller and the input. */
export interface RequestDetails extends CallOrigin {
  /** For the observer of the tracker, for example the context of a trace. */
  readonly parent?: unknown
  /** Receives the result of the call once it is over. */
  readonly onEnded?: ((ended: OperationEnded) => void) | undefined
  /**
   * Ends the call before its transaction begins, before a retry after a lost race, and while it waits: the call then rejects with the
   * reason of the signal.
   */
  readonly signal?: AbortSignal | undefined
  /** Ends a wait like its timeout does: the call returns the entries so far. */
  readonly enough?: AbortSignal | undefined
  /** Must hold for a write to be done. */
  readonly precondition?: Precondition | undefined
  /** Runs a write once, however often it is requested with this key: 1 to 255 visible ASCII characters, for 24 hours. */
  readonly idempotencyKey?: string | undefined
  /**
   * Receives the credential once its passwords are proven. A request that takes several calls makes the others with it: a one-time
   * password is good once, and proving a password is slow.
   */
  readonly onProven?: ((proven: ProvenCredential) => void) | undefined
  /** Called when the answer is that of an earlier call with the same key. */
  readonly onReplayed?: (() => void) | undefined
}

/** The origin of a request, for calls that do part of its work. Wrong credentials were reported by the call that admitted it. */
export function originOf({ address, traceparent, requestId }: RequestDetails): CallOrigin {
  return { address, traceparent, requestId }
}

/** Runs an operation. */
export type Run = (
  operation: AnyOperation,
  credential: Credential | ProvenCredential,
  input: unknown,
  details?: RequestDetails,
) => Promise<unknown>
