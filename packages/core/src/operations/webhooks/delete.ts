import * as z from 'zod'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { namedObject } from '../../call/define/outputs.js'
import { auditRemoval } from '../../domain/audit/write.js'
import { requireWebhooks } from '../../domain/webhooks/find.js'

export const deleteWebhooks = defineWrite({
  name: 'webhooks.delete',
  summary: 'Delete webhooks',
  description:
    "Deletes the caller's webhooks with the log of their requests, all of them or none; administrators " +
    "can delete other users' webhooks. Pending requests are not sent.\n\n" +
    'Fails with `params_required` without ids; `object_does_not_exist` for an ID.',
  errors: ['login_required', 'params_required', 'object_does_not_exist'],
  examples: [{ title: 'Remove a webhook', code: 'await admin.webhooks.delete({ ids: [3] })' }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({ ids: list(id).default([]).meta({ description: 'IDs of the webhooks.' }) }),
  output: z.object({ webhooks: z.array(namedObject).meta({ description: 'Deleted webhooks.' }) }),
  async run(tx, { ids }, call) {
    const found = await requireWebhooks(tx, call, ids)
    const own = found.map((webhook) => webhook.id)
    await tx.delete('webhook_deliveries', { col: 'webhook_id', in: own })
    await tx.delete('webhooks', { col: 'id', in: own })
    for (const webhook of found) await auditRemoval(tx, call, 'webhooks', webhook.id, webhook.name)
    return { webhooks: own.map((webhookId) => ({ id: webhookId })) }
  },
})
