// Mailers: by SMTP, and into a file.
export { smtpMailer, type SmtpMailer } from './smtp.js'
export type { SmtpServer } from './server.js'
export { fileMailer } from './file.js'
export type { MailError } from './error.js'
