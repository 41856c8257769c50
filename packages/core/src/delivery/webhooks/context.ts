import type { WebhookSender } from '../../call/webhook-sender.js'
import type { BackgroundContext } from '../../call/background-context.js'

/** Context of webhook deliveries. */
export interface WebhookContext extends BackgroundContext {
  readonly sender: WebhookSender
  /** Version of the tracker, included in requests. */
  readonly version: string
}
