import type { WebhookSender } from '../../call/webhook-sender.js'
import type { BackgroundContext } from '../../call/background-context.js'

/** What everything works with that makes requests of webhooks. */
export interface WebhookContext extends BackgroundContext {
  readonly sender: WebhookSender
  /** Of the tracker, as requests tell it. */
  readonly version: string
}
