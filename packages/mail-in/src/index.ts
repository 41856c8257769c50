// Reads email, and mailboxes.
export { imapInbox, type ImapInbox, type ImapInboxOptions } from './imap.js'
export { mailReader, type MailReaderOptions } from './reader.js'
