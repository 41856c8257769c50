// An issue tracker that other programs embed.
export { createTracker, type RequestDetails, type Tracker, type TrackerOptions } from './tracker.js'
export type { CallOrigin } from './open-call.js'
export type { Claim, Identity } from './identity.js'
export type { Operations } from './face.js'
export { operations } from './operations.js'
export type { Access, AnyOperation, Precondition } from './operation.js'
export { errorNumbers, isTrackerError, TrackerError, type ErrorCode, type ErrorData } from './errors.js'
export type { Change, EventName, Listener, TrackerEvents } from './events.js'
export type { Environment, Logger } from './environment.js'
export { addressBlock } from './sessions/address-block.js'
export type { MailMessage, Mailer } from './mail/mailer.js'
export { memoryMailer, type MemoryMailer } from './mail/memory-mailer.js'
export type {
  AccountMail,
  BugMail,
  DependencyMail,
  FlagMail,
  MailBug,
  MailChange,
  MailComment,
  MailPerson,
  MailTemplates,
  MailText,
} from './mail/templates.js'
export type { SearchInput } from './search/input.js'
export { copyStore } from './copy/copy-store.js'
export { exportStore } from './copy/export-store.js'
export { version } from './server/version.js'
export { parseTime } from './times.js'
