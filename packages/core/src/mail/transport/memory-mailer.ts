import type { Mailer, MailMessage } from './mailer.js'

export interface MemoryMailer extends Mailer {
  /** Sent messages, oldest first. */
  readonly messages: readonly MailMessage[]
}

/**
 * Creates a mailer that keeps messages in memory, for tests of programs that embed a tracker. `accept` is called
 * before a message is kept. If it throws, the message counts as not sent, and the tracker handles that like a failure
 * of any mailer.
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
