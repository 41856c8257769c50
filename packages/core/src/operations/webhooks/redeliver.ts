import * as z from 'zod'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireWebhook, type Webhook } from '../../domain/webhooks/find.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Call } from '../../call/context.js'
import type { Reader, Where } from '../../schema/index.js'
import { renewDeliveries } from '../../delivery/webhooks/deliveries.js'
import { selectLog } from '../../delivery/webhooks/log.js'

/** Maximum number of deliveries sent again by one call. */
const most = 1000

export const redeliverWebhook = defineWrite({
  name: 'webhooks.redeliver',
  summary: 'Send requests of a webhook again',
  description:
    'Sends sent, dropped or failed requests again, in the order of each bug: `deliveries` by their IDs, or those ' +
    'created from `since` to `until`, at most the newest 1,000. Requests have the same webhook-id as before, with ' +
    'the data that the owner can see now. Pending requests stay.\n\n' +
    'Fails with `webhook_not_enabled` while it is disabled; `object_does_not_exist` for an ID; `param_required` ' +
    'without a selection.',
  errors: ['login_required', 'object_does_not_exist', 'webhook_not_enabled', 'param_required'],
  examples: [
    {
      title: 'Resend requests that have failed since yesterday',
      code:
        'const since = new Date(Date.now() - 24 * 3_600_000)\n' +
        'const { count } = await admin.webhooks.redeliver({ id: 3, since, failed: true })',
    },
  ],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({
    id: id.meta({ description: 'ID of the webhook.' }),
    deliveries: list(id).optional().meta({ description: 'IDs of requests, from webhooks.deliveries.' }),
    since: z.date().optional().meta({ description: 'Only requests created at or after this time.' }),
    until: z.date().optional().meta({ description: 'Only requests created at or before this time.' }),
    failed: z.boolean().default(false).meta({ description: 'Only failed requests.' }),
  }),
  output: z.object({ count: z.int().meta({ description: 'Number of requests to send.' }) }),
  async run(tx, input, call) {
    const webhook = await requireWebhook(tx, call, input.id)
    if (!webhook.is_enabled) throw new TrackerError('webhook_not_enabled', { id: webhook.id })
    const where = conditionsOf(input)
    if (where.length === 0) throw new TrackerError('param_required', { field: 'deliveries' })
    await requireFound(tx, call, webhook, input.deliveries ?? [])
    const over = {
      and: [{ not: { col: 'kind', eq: 'ping' } }, { col: 'state', in: statesOver(input.failed) }],
    } as const
    const { rows } = await selectLog(tx, call, webhook, { where: [...where, over], limit: most })
    await renewDeliveries(tx, rows, call.now)
    call.wakeWebhooks()
    return { count: rows.length }
  },
})

interface Wanted {
  readonly deliveries?: readonly number[] | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
}

function conditionsOf({ deliveries, since, until }: Wanted): Where<'webhook_deliveries'>[] {
  return [
    ...(deliveries ? [{ col: 'id', in: deliveries } as const] : []),
    ...(since ? [{ col: 'creation_time', gte: since } as const] : []),
    ...(until ? [{ col: 'creation_time', lte: until } as const] : []),
  ]
}

/** @throws object_does_not_exist for the first of them that the caller may not know of */
async function requireFound(tx: Reader, call: Call, webhook: Webhook, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await selectLog(tx, call, webhook, { where: [{ col: 'id', in: ids }], limit: ids.length })
  const found = new Set(rows.map((row) => row.id))
  const value = ids.find((one) => !found.has(one))
  if (value !== undefined)
    throw new TrackerError('object_does_not_exist', { kind: 'delivery', field: 'deliveries', value })
}

function statesOver(failed: boolean): string[] {
  return failed ? ['dead'] : ['sent', 'dropped', 'dead']
}
