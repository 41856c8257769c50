// Which webhooks a change concerns. Decided by its visible parts alone: making a request must not reveal more than its body.
import type { Webhook } from '../../domain/webhooks/find.js'
import type { WebhookEvent } from '../../domain/webhooks/formats.js'
import type { Catalogue } from '../../setup/catalogue.js'
import { isAdded } from '../../feed/change-entry.js'
import { fold } from '../../store/index.js'
import type { VisibleChange } from './visible-changes.js'

export function concerns(catalogue: Catalogue, webhook: Webhook, visibleChange: VisibleChange): boolean {
  return wantsEvents(webhook, visibleChange) && wantsPlace(catalogue, webhook, visibleChange)
}

/** The same for what is seen by more than its owner: false only where it does not concern it in anybody's eyes. */
export function mayConcern(catalogue: Catalogue, webhook: Webhook, visibleChange: VisibleChange): boolean {
  // From whom it was hidden, of them nobody may know where the bug is.
  return concerns(catalogue, webhook, visibleChange.isHiding ? { ...visibleChange, bug: undefined } : visibleChange)
}

/** Whether it asks for one of the events; for changes, for those of one of the fields. */
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

/** Where the bug is, or was before the change. What is hidden or gone is told to all: nobody may know where it is. */
function wantsPlace(catalogue: Catalogue, webhook: Webhook, { change, bug }: VisibleChange): boolean {
  if (!bug) return true
  const left = (field: string) =>
    change.changes.filter(({ field_name }) => field_name === field).map(({ removed }) => removed)
  const products = left('product').flatMap((name) => catalogue.products.named(name) ?? [])
  const productIds = new Set([bug.product_id, ...products.map(({ id }) => id)])
  if (!isAmong(webhook.product_ids as number[], productIds)) return false
  const names = left('component').map(fold)
  const components = [...productIds]
    .flatMap((id) => catalogue.products.get(id)?.components ?? [])
    .filter(({ name }) => names.includes(fold(name)))
  return isAmong(webhook.component_ids as number[], new Set([bug.component_id, ...components.map(({ id }) => id)]))
}

/** An empty list asks for nothing in particular. */
function isAmong<T>(wanted: readonly T[], found: ReadonlySet<T>): boolean {
  return wanted.length === 0 || wanted.some((one) => found.has(one))
}
