// Which requests a webhook gets about an entry of the change feed.
import type { Webhook } from '../domain/webhooks/find.js'
import type { DeliveryKind } from '../domain/webhooks/formats.js'
import type { ChangeEntry } from '../feed/change-entry.js'

export interface RequestPart {
  readonly kind: DeliveryKind
  /** The same at every attempt. */
  readonly message_id: string
}

export function requestsAbout({ id }: Pick<Webhook, 'id'>, { seq }: ChangeEntry): RequestPart[] {
  return [{ kind: 'change', message_id: `chg_${id}_${seq}` }]
}
