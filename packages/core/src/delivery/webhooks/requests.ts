// Decides which requests a webhook receives for an entry of the change feed.
import type { Webhook } from '../../domain/webhooks/find.js'
import type { DeliveryKind, WebhookEvent } from '../../domain/webhooks/formats.js'
import { isAdded, type ChangeEntry } from '../../feed/change-entry.js'

/** One request. */
export interface RequestPart {
  readonly kind: DeliveryKind
  /** The comment or attachment that it is about. */
  readonly about?: number
  /** The same at every attempt, whatever else of the entry the owner can see by then. */
  readonly message_id: string
}

/**
 * Format `standard` has one request; format `bmo` one for the changes of the bug, and one for each comment and
 * attachment.
 */
export function requestsAbout(webhook: Webhook, change: ChangeEntry): RequestPart[] {
  const message_id = `chg_${webhook.id}_${change.seq}`
  if (webhook.format !== 'bmo') return [{ kind: 'change', message_id }]
  const wanted = new Set(webhook.events as WebhookEvent[])
  const isOfBug =
    change.type !== 'bug.changed' || change.changes.some(({ attachment_id }) => attachment_id === undefined)
  const comments = wanted.has('comment') ? change.comments.filter((one) => one.count > 0 && isAdded(one)) : []
  return [
    ...(isOfBug && wantsBug(wanted) ? [{ kind: 'change', message_id } as const] : []),
    ...comments.map(({ id }) => ({ kind: 'comment', about: id, message_id: `${message_id}_c${id}` }) as const),
    ...attachmentsIn(wanted, change).map(
      (id) => ({ kind: 'attachment', about: id, message_id: `${message_id}_a${id}` }) as const,
    ),
  ]
}

function wantsBug(wanted: ReadonlySet<WebhookEvent>): boolean {
  return (['created', 'changed', 'flag', 'hidden', 'deleted'] as const).some((event) => wanted.has(event))
}

/** New and changed attachments. */
function attachmentsIn(wanted: ReadonlySet<WebhookEvent>, { attachments, changes }: ChangeEntry): number[] {
  const made = wanted.has('attachment') ? attachments.filter(isAdded).map(({ id }) => id) : []
  const changed = wanted.has('changed') ? changes.flatMap(({ attachment_id }) => attachment_id ?? []) : []
  return [...new Set([...made, ...changed])]
}
