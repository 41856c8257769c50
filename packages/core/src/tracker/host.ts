// For packages that put a tracker behind a protocol: they know a request beside the caller and the input. Also the
// rarely named types of a tracker's methods.
import type { Credential, ProvenCredential } from '../auth/identity.js'
import type { OperationHandle } from '../call/precondition.js'
import type { ReportDoor } from '../domain/reports/log.js'
import type { CodeRequest } from '../domain/code-hooks/admit.js'
import type { BmoAnswer, BmoRequest } from './bmo.js'
import type { CodeAnswer } from './receive-code.js'
import type { Followed, FollowRequest } from './follow.js'
import { loadOccasional } from './load-occasional.js'
import type { RequestDetails } from './request.js'

export {
  beginStages,
  endStage,
  finishStages,
  longerBlock,
  stage,
  type Block,
  type Observation,
  type Stage,
} from '../kernel/stages.js'
export { addressBlock, addressNetwork } from '../auth/address-block.js'
export type {
  DeliveryEnded,
  OperationBegun,
  OperationEnded,
  OperationWatch,
  Statement,
  TransactionEnded,
} from '../kernel/observer.js'
export { formatTime, parseTime } from '../kernel/times.js'
export { readTraceparent, type Traceparent } from '../kernel/traceparent.js'
export type { ProvenCredential } from '../auth/identity.js'
export type { OperationHandle, Precondition } from '../call/precondition.js'
export type { WebhookRequest, WebhookResponse, WebhookSender } from '../call/webhook-sender.js'
export { codeHosts, type CodeHost } from '../code/code-event.js'
export { signatureIn } from '../code/verify.js'
export { requireRules } from '../domain/bugs/host-rules/require-rules.js'
export type { ReportDoor } from '../domain/reports/log.js'
export type { CallOrigin } from './session/begin-call.js'
export type { Figures, QueueFigures } from './figures.js'
export type { Followed, FollowOptions, FollowRequest } from './follow.js'
export type { HostConnection, Joined } from './join.js'
export type { ReceiveMailOptions } from './receive-mail.js'
export type { ReceivedMailResult } from './receive-mail-part.js'
export type { RequestDetails } from './request.js'
export {
  LoginProviderError,
  type LoginAsk,
  type LoginOptions,
  type LoginPolicy,
  type LoginProvider,
  type LoginProviderFailure,
  type LoginWay,
  type PasswordGiven,
  type PasswordSource,
  type PasswordWay,
  type ProviderLogout,
  type ProviderPerson,
  type WrongPassword,
} from '../call/login-provider.js'

/** The calls of a tracker that take the details of a request. */
export interface TrackerHost {
  /** Runs one operation. */
  run(
    operation: OperationHandle,
    credential: Credential | ProvenCredential,
    input: unknown,
    details?: RequestDetails,
  ): Promise<unknown>
  /** Receives an event of a git host. @throws code_hook_signature, code_payload_invalid */
  receiveCode(request: CodeRequest, details?: RequestDetails): Promise<CodeAnswer>
  /**
   * Receives an event of GitHub in the form of bugzilla.mozilla.org.
   * @throws code_event_unexpected, code_hook_signature, code_payload_invalid, code_bug_missing
   */
  receiveBmo(request: BmoRequest, details?: RequestDetails): Promise<BmoAnswer>
  /** The intake of a key for reports, as far as a request to it needs it before its body. Undefined without an active one. */
  findDoor(key: string): Promise<ReportDoor | undefined>
  /**
   * Claims a mailbox for one of its readers, or renews their claim, for 30 seconds. Returns false while it belongs to another.
   * @throws errors of the store
   */
  claimMailbox(mailbox: string, reader: string): Promise<boolean>
  /** Ends a claim, so that another reader need not wait. */
  releaseMailbox(mailbox: string, reader: string): Promise<void>
  /** Follows the change feed like `changes` of a tracker, and yields with each entry the position to resume from. */
  followChanges(options: FollowRequest, details?: RequestDetails): AsyncIterableIterator<Followed>
}

/** Registered under a name, so that copies of a tracker object and of this module find it. */
const hostKey = Symbol.for('trackerkit.host')

interface Hosted {
  readonly [hostKey]: TrackerHost
}

/** The property of a tracker that `hostOf` reads. */
export function hosted(host: TrackerHost): Hosted {
  return { [hostKey]: host }
}

/**
 * The calls of a tracker for packages that put it behind a protocol.
 * @throws TypeError for an object that `createTracker` has not made
 * @example
 * for await (const { next } of hostOf(tracker).followChanges({ since: 12 })) console.log(next)
 */
export function hostOf(tracker: object): TrackerHost {
  const host = (tracker as Partial<Hosted> | undefined | null)?.[hostKey]
  if (host === undefined) throw new TypeError('a tracker is required, as `await createTracker(…)` returns it')
  // Servers load it at their start, because Node never tries again to load a module for which it had no file handle.
  void loadOccasional().catch(() => undefined)
  return host
}
