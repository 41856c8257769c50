// Data from which a message is built.
import type { SchedulePayload } from '../../call/mail-fact.js'
import type { User } from '../../call/context.js'
import type { MailSnapshot } from '../snapshot/mail-snapshot.js'
import type { OutboxRow } from '../../call/mail-outbox.js'
import type { Content } from './content.js'
import type { MailText } from './mail-text.js'
import type { Subscription } from '../unsubscribe/token.js'
import type { MailTemplates, ScheduleMail } from './templates.js'

/** Content of a message, with the headers beside the common ones. */
export interface MessageParts extends MailText {
  readonly type: 'new' | 'changed' | 'dep_changed' | 'request' | 'admin' | 'digest' | 'search'
  readonly headers: Readonly<Record<string, string>>
  /** The subscription that one click ends; undefined for email about accounts. */
  readonly subscription?: Subscription | undefined
}

/** A row and its recipient: NULL for an address without account. */
export interface MailJob {
  readonly row: OutboxRow
  readonly content: Content
  readonly snapshot: MailSnapshot
  readonly user: User | null
  readonly templates: MailTemplates
  /** Generates a code right before it is sent; undefined when it has expired. */
  readonly issueCode: (id: number) => Promise<string | undefined>
  /** Finds the bugs of a schedule for the recipient; undefined if nothing is sent. */
  readonly findScheduled: (user: User, payload: SchedulePayload) => Promise<ScheduleMail | undefined>
}
