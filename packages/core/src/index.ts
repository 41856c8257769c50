// An issue tracker that other programs embed.
export { createTracker, type CallDetails, type SetUpInput, type Tracker } from './tracker/tracker.js'
export type { MailOptions, TestingOptions, TrackerOptions, WebhookOptions } from './tracker/options.js'
export type { Health, HealthProblem } from './tracker/health.js'
export type { Transaction, TransactionOptions } from './tracker/session/transaction-handle.js'
export type { Credential, Identity } from './auth/identity.js'
export type { HostUser, HostUserOptions } from './auth/host-user.js'
// By its public name, so that declarations keep the import: compilers then find names for every type that they infer.
export type { AnswerOf, CallOptions, InputOf, Operations } from '@trackerkit/core/types'
export type * from '@trackerkit/types/objects'
export {
  errorNumbers,
  isTrackerError,
  TrackerError,
  type ErrorCode,
  type ErrorData,
  type TrackerErrorOf,
} from './kernel/errors.js'
export type { Change, EventName, Listener, TrackerEvent, TrackerEvents } from './kernel/events.js'
export type { Environment, Logger } from './kernel/environment.js'
export type { Observer } from './kernel/observer.js'
export type { MailMessage, Mailer } from './mail/transport/mailer.js'
export { memoryMailer, type MemoryMailer } from './mail/transport/memory-mailer.js'
export { version } from './operations/server/version.js'
