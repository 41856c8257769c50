import * as z from 'zod'
import { id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { audit } from '../../domain/audit/write.js'
import { requireWebhook } from '../../domain/webhooks/find.js'
import { newSecret, withNewSecret } from '../../domain/webhooks/secrets.js'

/** A week. */
const mostHours = 168

export const rotateWebhookSecret = defineWrite({
  name: 'webhooks.rotate',
  summary: 'Rotate the secret of a webhook',
  description:
    'Creates a new secret, which only this response contains. The previous one also signs for `keep_hours`, which ' +
    'gives you time to update the receiver; 0 invalidates it immediately, for example after a leak.\n\n' +
    'Fails with `object_does_not_exist` for an ID; `number_too_large` for more hours than a week has.',
  errors: ['login_required', 'object_does_not_exist', 'number_too_large', 'number_too_small'],
  examples: [{ title: 'A secret became known', code: 'await admin.webhooks.rotate({ id: 3, keep_hours: 0 })' }],
  access: 'required',
  scope: 'admin',
  confirms: () => true,
  isSecret: true,
  input: z.strictObject({
    id: id.meta({ description: 'ID of the webhook.' }),
    keep_hours: z
      .int()
      .min(0)
      .max(mostHours)
      .default(24)
      .meta({ description: 'Hours for which the previous secret is also valid, 0 to 168. Defaults to 24.' }),
  }),
  output: z.object({
    secret: z.string().meta({ description: 'New secret. It is not shown again.' }),
  }),
  async run(tx, input, call) {
    const webhook = await requireWebhook(tx, call, input.id)
    const secret = newSecret(call.environment)
    const secrets = withNewSecret(webhook.secrets, secret, call.now, input.keep_hours)
    await tx.update('webhooks', { col: 'id', eq: webhook.id }, { secrets })
    await audit(tx, call, 'webhooks', webhook.id, [{ field: 'secret', removed: null, added: null }])
    return { secret }
  },
})
