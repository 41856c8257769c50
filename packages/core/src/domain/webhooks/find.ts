// Webhooks, as far as a caller may know of them.
import { hasRight, type Call } from '../../call/context.js'
import { rowsById } from '../../call/define/refs.js'
import { TrackerError } from '../../kernel/errors.js'
import { must } from '../../kernel/must.js'
import type { Reader, Row, Where } from '../../schema/index.js'

export type Webhook = Row<'webhooks'>

/** The caller's webhooks. */
export function ownWebhooks({ who }: Call): Where<'webhooks'> {
  return { col: 'user_id', in: who.user ? [who.user.id] : [] }
}

/** The webhooks with these ids, each once: administrators know of all. @throws params_required, object_does_not_exist */
export async function requireWebhooks(
  tx: Reader,
  call: Call,
  ids: readonly number[],
  field: 'id' | 'ids' = 'ids',
): Promise<Webhook[]> {
  if (ids.length === 0) throw new TrackerError('params_required', { fields: [field] })
  const known: Where<'webhooks'> = hasRight(call, 'admin') ? { and: [] } : ownWebhooks(call)
  const rows = await tx.select({ from: 'webhooks', where: { and: [{ col: 'id', in: [...new Set(ids)] }, known] } })
  return rowsById(rows, 'webhook', ids, field)
}

/** One webhook by its id. @throws object_does_not_exist */
export async function requireWebhook(tx: Reader, call: Call, id: number): Promise<Webhook> {
  const [found] = await requireWebhooks(tx, call, [id], 'id')
  return must(found, 'webhook', id)
}
