// Reads email, and mailboxes.
export { mailReader, type MailReaderOptions } from './reader.js'
