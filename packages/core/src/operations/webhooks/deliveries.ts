import { z } from 'zod'
import { id, oneOrMany } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { deliveryView, viewDelivery } from '../../domain/webhooks/delivery-view.js'
import { requireWebhook } from '../../domain/webhooks/find.js'
import { deliveryStates } from '../../domain/webhooks/formats.js'
import { selectLog } from '../../delivery/webhooks/log.js'

export const getWebhookDeliveries = defineRead({
  name: 'webhooks.deliveries',
  summary: 'The requests of a webhook',
  description:
    'What a webhook was told and is going to be told, and what became of it, newest first. Only of what the caller may ' +
    'see by now. What was sent or dropped is kept for 7 days, what was given up for 90.\n\n' +
    'Fails with `object_does_not_exist` for a number; `number_too_large` for a `limit` above 1,000.',
  errors: ['login_required', 'object_does_not_exist', 'number_too_large', 'number_too_small'],
  examples: [
    {
      title: 'What was given up',
      code: "const { deliveries } = await admin.webhooks.deliveries({ id: 3, state: 'dead' })",
    },
  ],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({
    id: id.meta({ description: 'The number of the webhook.' }),
    state: oneOrMany(z.enum(deliveryStates)).default([]).meta({ description: 'Only those in one of these states.' }),
    before: id
      .optional()
      .meta({ description: 'Only those with lower numbers: that of the last one on the page before.' }),
    limit: z.int().min(1).max(1000).default(100).meta({ description: 'At most so many: 1 to 1,000, default 100.' }),
  }),
  output: z.object({
    deliveries: z.array(deliveryView).meta({ description: 'The requests, the newest first.' }),
    more: z.boolean().meta({ description: 'Whether there may be older ones.' }),
  }),
  async run(tx, input, call) {
    const webhook = await requireWebhook(tx, call, input.id)
    const where = input.state.length > 0 ? [{ col: 'state', in: input.state } as const] : []
    const { rows, isCut } = await selectLog(tx, call, webhook, { where, before: input.before, limit: input.limit })
    return { deliveries: rows.map((row) => viewDelivery(row, call.now)), more: isCut }
  },
})
