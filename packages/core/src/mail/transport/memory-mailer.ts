import type { Mailer, MailMessage } from './mailer.js'

export interface MemoryMailer extends Mailer {
  /** What was sent, oldest first. */
  readonly messages: readonly MailMessage[]
}

/**
 * A mailer that keeps what it is given: for tests of programs that embed a tracker. `accept` is asked before a message is kept; when
 * it throws, the message has not been sent, and the tracker goes on as with any mailer.
 *
 * @example
 * const mailer = memoryMailer()
 * const tracker = await createTracker({ store: memoryStore(), mail: mailer })
 * await tracker.deliverMail()
 * const subjects = mailer.messages.map((message) => message.subject)
 */
export function memoryMailer(accept: (message: MailMessage) => void | Promise<void> = () => undefined): MemoryMailer {
  const messages: MailMessage[] = []
  return {
    messages,
    async send(message) {
      await accept(message)
      messages.push(message)
    },
  }
}
