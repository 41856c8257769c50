// For authors of templates: the messages that a tracker writes, and the facts in them.
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
} from './messages/templates.js'
