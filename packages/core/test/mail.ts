// Mail in behaviour tests: a mailer that keeps what it is given, and worlds whose trackers have one.
import type { MailMessage, Mailer } from '../src/mail/transport/mailer.js'
import { at } from './bugs.js'
import type { World } from './harness.js'
import { inStore } from './bug-rows.js'

export interface RecordingMailer extends Mailer {
  /** In the order in which they were sent. */
  readonly sent: MailMessage[]
  /** Called before `send` stores the message; replaceable. */
  before: (message: MailMessage) => Promise<void> | void
}

export function recordingMailer(): RecordingMailer {
  const sent: MailMessage[] = []
  const mailer: RecordingMailer = {
    sent,
    before: () => undefined,
    async send(message) {
      await mailer.before(message)
      sent.push(message)
    },
  }
  return mailer
}

type Open = (options: { mail: Mailer }) => Promise<World>

/** A world whose tracker delivers, with what has been sent since last asked, by the part of the login before the @. */
export async function openMailWorld(open: Open) {
  const mailer = recordingMailer()
  const world = await open({ mail: mailer })
  /** Waits for all deliveries and returns the messages. */
  const arrived = async (): Promise<MailMessage[]> => {
    await world.tracker.deliverMail()
    return mailer.sent.splice(0).toSorted((a, b) => (a.to < b.to ? -1 : 1))
  }
  /** The recipients of the messages. */
  const readers = async () => (await arrived()).map((message) => message.to.replace(/@example\.com$/, ''))
  /** The only message to this user. */
  const messageTo = async (name: string): Promise<MailMessage> => {
    const messages = (await arrived()).filter((message) => message.to === at(name))
    if (messages.length !== 1) throw new Error(`${name} got ${messages.length} messages`)
    return messages[0] as MailMessage
  }
  return { world, mailer, arrived, readers, messageTo }
}

/** The rows of the outbox. */
export async function outbox({ store }: Pick<World, 'store'>) {
  return inStore(store, (tx) => tx.select({ from: 'mail_outbox', order: [{ col: 'id' }] }))
}

/** The entries of the change feed. */
export async function entries({ store }: Pick<World, 'store'>) {
  return inStore(store, (tx) => tx.select({ from: 'changes' }))
}
