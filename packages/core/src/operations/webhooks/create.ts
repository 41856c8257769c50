import * as z from 'zod'
import { insertOne } from '../../schema/insert-one.js'
import { requireComponentIds } from '../../domain/components/find.js'
import { auditCreation } from '../../domain/audit/write.js'
import { requireHeaders, requireUrl } from '../../domain/webhooks/address.js'
import { checkUrl } from '../../domain/webhooks/check-url.js'
import { webhookInput } from '../../domain/webhooks/inputs.js'
import { requireOwner } from '../../domain/webhooks/owner.js'
import { requireFieldNames, requireProductIds } from '../../domain/webhooks/scope.js'
import { newSecret } from '../../domain/webhooks/secrets.js'
import { defineWrite } from '../../call/define/operation.js'
import { beginningAt, sinceInput } from '../../delivery/webhooks/since.js'

export const createWebhook = defineWrite({
  name: 'webhooks.create',
  summary: 'Create a webhook',
  description:
    'Creates a webhook: a URL that gets a request for each selected change of bugs, with the data that its owner ' +
    'can see at the time of the request. Only this response contains the secret that signs its requests.\n\n' +
    'For members of the group in the parameter webhook_group; at most 20 each. The embedding program creates them ' +
    'on behalf of a user.\n\n' +
    'Fails with `auth_failure` without permission; `webhook_url_invalid`; `webhook_limit`; ' +
    '`object_does_not_exist` for a product, component or field; `param_invalid` for a header that cannot be sent; ' +
    '`changes_gone` for a `since` that is no longer available.',
  errors: [
    'login_required',
    'auth_failure',
    'name_blank',
    'name_too_long',
    'text_too_long',
    'param_required',
    'param_invalid',
    'list_too_long',
    'object_does_not_exist',
    'webhook_url_invalid',
    'webhook_limit',
    'changes_gone',
  ],
  examples: [
    {
      title: 'Notify a build server of new and changed bugs of a product',
      code:
        "const { id, secret } = await admin.webhooks.create({ name: 'Builds', url: 'https://ci.example.com/bugs', " +
        "events: ['created', 'changed'], product: ['Widgets'] })",
    },
  ],
  access: 'required',
  scope: 'admin',
  confirms: () => true,
  isSecret: true,
  input: z.strictObject({
    ...webhookInput,
    product: webhookInput.product.default([]),
    component: webhookInput.component.default([]),
    fields: webhookInput.fields.default([]),
    format: webhookInput.format.default('standard'),
    headers: webhookInput.headers.default({}),
    include_text: webhookInput.include_text.default(false),
    include_restricted: webhookInput.include_restricted.default(false),
    is_enabled: webhookInput.is_enabled.default(true),
    since: sinceInput,
  }),
  output: z.object({
    id: z.int().meta({ description: 'ID of the webhook.' }),
    secret: z.string().meta({ description: 'Secret that signs its requests. It is not shown again.' }),
  }),
  mayPrepare: (tx, _input, call) => requireOwner(tx, call),
  prepare: (input, { sender }, { who }) => checkUrl(input.url, sender, who),
  async run(tx, { product, component, since, ...input }, call) {
    const owner = await requireOwner(tx, call)
    const product_ids = requireProductIds(call, product)
    const secret = newSecret(call.environment)
    const id = await insertOne(tx, 'webhooks', {
      ...input,
      user_id: owner.id,
      url: requireUrl(input.url),
      headers: requireHeaders(input.headers),
      product_ids,
      component_ids: requireComponentIds(call, component, product_ids),
      fields: requireFieldNames(call, input.fields),
      secrets: [{ secret, until: null }],
      disabled_reason: '',
      creation_time: call.now,
      ...(await beginningAt(tx, since)),
    })
    await auditCreation(tx, call, 'webhooks', id, input.name)
    return { id, secret }
  },
})
