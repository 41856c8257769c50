// Webhooks that are given up: their owners get mail.
import { keepsMail, writeFacts } from '../../call/mail-outbox.js'
import { loggedUrl } from '../../domain/webhooks/address.js'
import type { Webhook } from '../../domain/webhooks/find.js'
import type { Writer } from '../../schema/index.js'
import type { WebhookContext } from './context.js'

/** Number of waiting deliveries at which a webhook is disabled. */
const mostWaiting = 10_000

/** Disables the webhook and notifies its owner of the reason. Waiting deliveries are sent after it is enabled again. */
export async function disableWebhook(
  { readSetup, environment: { logger } }: Pick<WebhookContext, 'readSetup' | 'environment'>,
  tx: Writer,
  now: Date,
  webhook: Webhook,
  reason: string,
): Promise<void> {
  await tx.update('webhooks', { col: 'id', eq: webhook.id }, { is_enabled: false, disabled_reason: reason })
  logger.warn('a webhook was disabled', { id: webhook.id, reason })
  const { installation, catalogue } = await readSetup(tx)
  if (!keepsMail(installation, catalogue, now)) return
  const details = { what: 'webhook_disabled', name: webhook.name, address: loggedUrl(webhook.url), reason } as const
  await writeFacts(tx, now, [{ to: { user_id: webhook.user_id }, details }])
}

/** Disables webhooks with too many pending requests: since they were enabled, or twice as many in total. */
export async function disableOverfull(
  context: Pick<WebhookContext, 'readSetup' | 'environment'>,
  tx: Writer,
  now: Date,
  webhooks: readonly Webhook[],
): Promise<void> {
  for (const webhook of new Set(webhooks)) {
    const waiting = [
      { col: 'webhook_id', eq: webhook.id } as const,
      { col: 'state', in: ['waiting', 'queued'] } as const,
    ]
    const count = await tx.count('webhook_deliveries', { and: waiting })
    if (count < mostWaiting) continue
    // Deliveries that were waiting when it was enabled are tried first, so they count only towards twice the number.
    const fresh = await tx.count('webhook_deliveries', { and: [...waiting, { col: 'seq', gt: webhook.after_seq }] })
    if (fresh >= mostWaiting || count >= 2 * mostWaiting)
      await disableWebhook(context, tx, now, webhook, `at least ${mostWaiting} deliveries wait`)
  }
}
