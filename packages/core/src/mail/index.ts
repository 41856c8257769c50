// For authors of templates, mailers and readers: the messages that a tracker writes, and those that it receives.
export { refusesSender } from './incoming/refuses-sender.js'
export type { MailReader, ReceivedFile, ReceivedMail } from './incoming/received.js'
export type { AccountMail } from './messages/account-text.js'
export type { MailText } from './messages/mail-text.js'
export type {
  BugMail,
  DependencyMail,
  FlagMail,
  MailBug,
  MailChange,
  MailComment,
  MailPerson,
  MailTemplates,
  ScheduledBug,
  ScheduleMail,
} from './messages/templates.js'
