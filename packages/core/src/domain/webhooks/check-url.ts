import type { WebhookSender } from '../../call/webhook-sender.js'
import { TrackerError } from '../../kernel/errors.js'
import { requireUrl } from './address.js'

/** Whether requests may go to the URL, as far as whoever makes them can tell. @throws webhook_url_invalid */
export async function checkUrl(text: string | undefined, sender: WebhookSender | undefined): Promise<void> {
  if (text === undefined) return
  const url = requireUrl(text)
  try {
    await sender?.check(url)
  } catch (error) {
    throw new TrackerError('webhook_url_invalid', { field: 'url', reason: reasonOf(error) })
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'requests cannot go there'
}
