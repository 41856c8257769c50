// The interface between the tracker and a mailer.

/**
 * One message to one address. Texts are plain Unicode, without line breaks in header values; the mailer encodes them.
 */
export interface MailMessage {
  /** Unique, in angle brackets, and the same at every attempt to send the message. */
  readonly message_id: string
  readonly from: string
  readonly to: string
  /** The sender of the envelope, to which mail servers return what they cannot deliver. Default: `from`. */
  readonly return_path?: string | undefined
  readonly subject: string
  readonly date: Date
  readonly text: string
  /** The same as HTML; null for users who want plain text only. */
  readonly html: string | null
  /** All other headers by name, for threading, lists and filters. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Sends messages. The tracker calls it after the commit and outside of requests, for one or several messages at a time,
 * and retries when `send` rejects, unless the error has `permanent: true`. With `bounced: true` as well, it counts as a bounce of the
 * recipient.
 */
export interface Mailer {
  send(message: MailMessage): Promise<void>
  /**
   * Lets go of connections. Called once, when the tracker is closed: after the last message, or while one takes too long. That one
   * should be given up, so that `send` rejects.
   */
  close?(): Promise<void>
}
