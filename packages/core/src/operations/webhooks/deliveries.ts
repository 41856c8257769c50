import * as z from 'zod'
import { id, oneOrMany } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { deliveryView, viewDelivery } from '../../domain/webhooks/delivery-view.js'
import { requireWebhook } from '../../domain/webhooks/find.js'
import { deliveryStates } from '../../domain/webhooks/formats.js'
import { selectLog } from '../../delivery/webhooks/log.js'

export const getWebhookDeliveries = defineRead({
  name: 'webhooks.deliveries',
  summary: 'List the requests of a webhook',
  description:
    'Returns the sent and pending requests of a webhook and their outcomes, newest first. Includes only ' +
    'what the caller can see now. Sent and dropped requests are kept for 7 days, failed ones for 90.\n\n' +
    'Fails with `object_does_not_exist` for an ID; `number_too_large` for a `limit` above 1,000.',
  errors: ['login_required', 'object_does_not_exist', 'number_too_large', 'number_too_small'],
  examples: [
    {
      title: 'List failed messages',
      code: "const { deliveries } = await admin.webhooks.deliveries({ id: 3, state: 'dead' })",
    },
  ],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({
    id: id.meta({ description: 'ID of the webhook.' }),
    state: oneOrMany(z.enum(deliveryStates)).default([]).meta({ description: 'States of the requests.' }),
    before: id
      .optional()
      .meta({ description: 'ID of the last request of the previous page: only older ones are returned.' }),
    limit: z
      .int()
      .min(1)
      .max(1000)
      .default(100)
      .meta({ description: 'Maximum number of results, 1 to 1,000. Defaults to 100.' }),
  }),
  output: z.object({
    deliveries: z.array(deliveryView).meta({ description: 'Requests, newest first.' }),
    more: z.boolean().meta({ description: 'Whether there can be older ones.' }),
  }),
  async run(tx, input, call) {
    const webhook = await requireWebhook(tx, call, input.id)
    const where = input.state.length > 0 ? [{ col: 'state', in: input.state } as const] : []
    const { rows, isCut } = await selectLog(tx, call, webhook, { where, before: input.before, limit: input.limit })
    return { deliveries: rows.map((row) => viewDelivery(row, call.now)), more: isCut }
  },
})
