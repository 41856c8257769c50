import * as z from 'zod'
import { id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { deliveryView, viewDelivery } from '../../domain/webhooks/delivery-view.js'
import { requireWebhook } from '../../domain/webhooks/find.js'
import { TrackerError } from '../../kernel/errors.js'
import { must } from '../../kernel/must.js'
import { insertOne } from '../../schema/insert-one.js'
import { isPromised } from '../../delivery/webhooks/promise.js'

export const pingWebhook = defineWrite({
  name: 'webhooks.ping',
  runsOutside: 'deliver webhooks',
  summary: 'Test a webhook',
  description:
    'Sends a request of type `ping` to a webhook, even if it is disabled, and waits for its first attempt. The ' +
    'response contains the outcome; `waiting` if that took too long.\n\n' +
    'Fails with `object_does_not_exist` for an ID; `webhook_sender_missing` if no process sends webhooks.',
  errors: ['login_required', 'object_does_not_exist', 'webhook_sender_missing'],
  examples: [{ title: 'Test a webhook', code: 'const { delivery } = await admin.webhooks.ping({ id: 3 })' }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({ id: id.meta({ description: 'ID of the webhook.' }) }),
  output: z.object({ delivery: deliveryView.meta({ description: 'Outcome of the request.' }) }),
  // The request is made after the commit.
  isApart: () => true,
  async run(tx, input, call) {
    const webhook = await requireWebhook(tx, call, input.id)
    if (!(await isPromised(tx, call.now))) throw new TrackerError('webhook_sender_missing')
    const row = {
      ...{ webhook_id: webhook.id, seq: null, bug_id: null, kind: 'ping', state: 'waiting', message_id: '' },
      ...{ attempts: 0, next_attempt: call.now, creation_time: call.now },
    }
    const delivery = await insertOne(tx, 'webhook_deliveries', row)
    const same = { col: 'id', eq: delivery } as const
    await tx.update('webhook_deliveries', same, { message_id: `ping_${delivery}` })
    call.wakeWebhooks()
    const [made] = await tx.select({ from: 'webhook_deliveries', where: same })
    return { delivery: viewDelivery(must(made, 'delivery', delivery), call.now) }
  },
})
