// Errors about webhooks.
import { name, type Limit } from './error-text.js'

/** As in the table of all errors. URLs and headers may hold secrets, so that no error repeats them. */
export const webhookErrors = {
  webhook_url_invalid: [
    1410,
    (d: { field: string; reason: string }) => `${name(d)} cannot be the URL of a webhook: ${d.reason}.`,
  ],
  webhook_limit: [1411, (d: Limit) => `You can have at most ${d.limit} webhooks. Remove one first.`],
  webhook_not_enabled: [1412, (d: { id: number }) => `Webhook ${d.id} is disabled. Enable it first.`],
  webhook_sender_missing: [1413, () => 'This server does not send webhooks.'],
} satisfies Record<string, readonly [number, (data: never) => string]>
