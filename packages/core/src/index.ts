// An issue tracker that other programs embed.
export { createTracker, type CallDetails, type SetUpInput, type Tracker } from './tracker/tracker.js'
export type { MailOptions, TestingOptions, TrackerOptions, WebhookOptions } from './tracker/options.js'
export type { Figures, QueueFigures } from './tracker/figures.js'
export type { Health, HealthProblem } from './tracker/health.js'
export type { Followed, FollowOptions, FollowRequest } from './tracker/follow.js'
export type { RequestDetails } from './tracker/request.js'
export type { HostConnection, Joined } from './tracker/join.js'
export type { Transaction, TransactionOptions } from './tracker/transaction.js'
export type { CallOrigin } from './tracker/begin-call.js'
export type { Credential, Identity, ProvenCredential } from './auth/identity.js'
export type { HostUser, HostUserOptions } from './auth/host-user.js'
// By its public name, so that declarations keep the import: compilers then find names for every type that they infer.
export type { AnswerOf, CallOptions, InputOf, Operations } from '@trackerkit/core/types'
export type * from '@trackerkit/types/objects'
export type { OperationHandle, Precondition } from './call/precondition.js'
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
export type {
  DeliveryEnded,
  Observer,
  OperationBegun,
  OperationEnded,
  OperationWatch,
  Statement,
  TransactionEnded,
} from './kernel/observer.js'
export {
  beginStages,
  endStage,
  finishStages,
  longerBlock,
  stage,
  type Block,
  type Observation,
  type Stage,
} from './kernel/stages.js'
export { addressBlock, addressNetwork } from './auth/address-block.js'
export { readTraceparent, type Traceparent } from './kernel/traceparent.js'
export type { WebhookRequest, WebhookResponse, WebhookSender } from './call/webhook-sender.js'
export type { MailMessage, Mailer } from './mail/transport/mailer.js'
export { memoryMailer, type MemoryMailer } from './mail/transport/memory-mailer.js'
export type { AccountMail } from './mail/messages/account-text.js'
export type { MailText } from './mail/messages/mail-text.js'
export type {
  BugMail,
  DependencyMail,
  FlagMail,
  MailBug,
  MailChange,
  MailComment,
  MailPerson,
  MailTemplates,
} from './mail/messages/templates.js'
export { copyStore } from './moving/copy/copy-store.js'
export { inspectStore, pendingOf, type PendingMigration, type StoreSummary } from './moving/copy/inspect-store.js'
export { exportStore } from './moving/copy/export-store.js'
export { exportTracker, type ExportOptions } from './moving/copy/export-tracker.js'
export { logExport, type Exported } from './moving/copy/log-export.js'
export { importTracker } from './moving/copy/import-tracker.js'
export { examineImport, type ImportExamination } from './moving/records/examine-import.js'
export { openImporter, type Importer, type ImporterOptions } from './moving/records/importer.js'
export { exportRecords } from './moving/records/export-records.js'
export { importRecords, type ImportRecordsOptions, type ImportReport } from './moving/records/import-records.js'
export type { PutResult } from './moving/records/batch.js'
export { recordNames, type RecordName } from './domain/bugs/fields/record.js'
export type { TrackerRecord } from './moving/records/record.js'
export { version } from './operations/server/version.js'
export { parseTime } from './kernel/times.js'
