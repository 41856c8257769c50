// Decides which webhooks a change concerns. Uses only its visible parts: the existence of a request must not reveal
// more than its body.
import type { Webhook } from '../../domain/webhooks/find.js'
import type { WebhookEvent } from '../../domain/webhooks/formats.js'
import { isAdded } from '../../feed/change-entry.js'
import type { VisibleChange } from './visible-changes.js'

export function concerns(webhook: Webhook, visibleChange: VisibleChange): boolean {
  return wantsEvents(webhook, visibleChange) && wantsPlace(webhook, visibleChange)
}

/** Decides the same for several owners: false only if the change concerns the webhook for none of them. */
export function mayConcern(webhook: Webhook, visibleChange: VisibleChange): boolean {
  // Owners from whom the bug was hidden must not learn which product it is in.
  return concerns(webhook, visibleChange.isHiding ? { ...visibleChange, bug: undefined } : visibleChange)
}

/** Returns true if the webhook includes one of the events and, for changes, one of the fields. */
function wantsEvents(webhook: Webhook, { change, isHiding }: VisibleChange): boolean {
  const events = webhook.events as readonly WebhookEvent[]
  const fields = new Set(change.changes.map(({ field_name }) => field_name))
  const parts = [...change.comments, ...change.attachments]
  const isRewriting = (webhook.fields as string[]).length === 0 && !parts.every(isAdded)
  const happened: Readonly<Record<WebhookEvent, boolean>> = {
    created: change.type === 'bug.created',
    changed: isRewriting || (fields.size > 0 && isAmong(webhook.fields as string[], fields)),
    // The first comment is the description, which belongs to `created`.
    comment: change.comments.some((one) => one.count !== 0 && isAdded(one)),
    attachment: change.attachments.some(isAdded),
    flag: change.flags.length > 0,
    code: change.code_links.length > 0,
    hidden: isHiding,
    deleted: change.type === 'bug.deleted',
  }
  return events.some((event) => happened[event])
}

/**
 * Checks the current and the previous product and component. Hidden and deleted bugs match always, because their
 * place is secret.
 */
function wantsPlace(webhook: Webhook, { bug, left }: VisibleChange): boolean {
  if (!bug) return true
  const places = left ? [bug, left] : [bug]
  return (
    isAmong(webhook.product_ids as number[], new Set(places.map(({ product_id }) => product_id))) &&
    isAmong(webhook.component_ids as number[], new Set(places.map(({ component_id }) => component_id)))
  )
}

/** An empty list asks for nothing in particular. */
function isAmong<T>(wanted: readonly T[], found: ReadonlySet<T>): boolean {
  return wanted.length === 0 || wanted.some((one) => found.has(one))
}
