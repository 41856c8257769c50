import * as z from 'zod'
import { requireRight, type Call } from '../../call/context.js'
import { fieldFilter, id, list } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { loadLogins } from '../../domain/users/find.js'
import { ownWebhooks, requireWebhooks, type Webhook } from '../../domain/webhooks/find.js'
import { webhookEvents, webhookFormats } from '../../domain/webhooks/formats.js'
import { componentNames, productNames } from '../../domain/webhooks/scope.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { failingSince, failuresOf } from '../../delivery/webhooks/failures.js'

const view = z
  .object({
    id: z.int().meta({ ref: 'webhook', description: 'ID of the webhook.' }),
    user: z.string().meta({ ref: 'user', description: 'Login of the owner.' }),
    name: z.string().meta({ description: 'Name.' }),
    url: z.string().meta({ description: 'URL of the receiver.' }),
    events: z.array(z.enum(webhookEvents)).meta({ description: 'Reported events.' }),
    product: z.array(z.string()).meta({
      description: 'Products of the bugs. Empty: all. A hidden or deleted product is `#` and its ID.',
    }),
    component: z
      .array(z.string())
      .meta({ description: 'Only bugs in components with these names, in the format of `product`.' }),
    fields: z.array(z.string()).meta({ description: 'Changed fields. Empty: all.' }),
    format: z.enum(webhookFormats).meta({ description: 'Format of the requests.' }),
    headers: z.array(z.string()).meta({ description: 'Names of the additional headers.' }),
    include_text: z.boolean().meta({ description: 'Whether requests include the text of comments.' }),
    include_restricted: z.boolean().meta({
      description: 'Whether requests include the details of restricted and private items, not only their IDs.',
    }),
    is_enabled: z.boolean().meta({ description: 'Whether the webhook is enabled.' }),
    disabled_reason: z.string().meta({ description: 'Why the tracker disabled it; empty otherwise.' }),
    last_success: z
      .date()
      .nullable()
      .meta({ description: 'Time of the last successful request; null if there is none.' }),
    failing_since: z
      .date()
      .nullable()
      .meta({
        description:
          'Time since when all requests that the caller can see have failed; null if the last one succeeded or ' +
          'there was none.',
      }),
    creation_time: z.date().meta({ description: 'Time of creation.' }),
  })
  .meta({ id: 'Webhook', description: 'A webhook, without its secrets and header values.' })

type View = z.output<typeof view>

export const getWebhooks = defineRead({
  name: 'webhooks.get',
  summary: 'List webhooks',
  description:
    "Returns the caller's webhooks, oldest first, without their secrets and header values. " +
    'Administrators get those of other users by ID, and with `all`.\n\n' +
    'Fails with `auth_failure` for `all` by a caller who is not an administrator; ' +
    '`object_does_not_exist` for an ID.',
  errors: ['login_required', 'auth_failure', 'object_does_not_exist'],
  examples: [{ title: 'Your webhooks', code: 'const { webhooks } = await admin.webhooks.get()' }],
  access: 'required',
  scope: 'admin',
  filters: 'webhooks',
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the webhooks. Defaults to all.' }),
    all: z.boolean().default(false).meta({ description: 'Include webhooks of all users. Only for administrators.' }),
    ...fieldFilter,
  }),
  output: z.object({ webhooks: z.array(view).meta({ description: 'Webhooks, oldest first.' }) }),
  async run(tx, input, call) {
    const all = input.all || (call.who.isSystem && !call.who.user)
    if (all) requireRight(call, 'admin', 'see the webhooks of all users')
    const rows =
      input.ids.length > 0
        ? await requireWebhooks(tx, call, input.ids)
        : await tx.select({ from: 'webhooks', where: all ? { and: [] } : ownWebhooks(call), order: [{ col: 'id' }] })
    const loginOf = await loadLogins(
      tx,
      rows.map((row) => row.user_id),
    )
    const failures = await failuresOf(
      tx,
      call,
      rows.filter((row) => row.failing_since !== null),
    )
    const filter = createFieldFilter(input)
    const views = rows.map((row) => {
      return filter.pick(viewWebhook(call, row, loginOf(row.user_id), failingSince(row, failures.get(row.id))))
    })
    return { webhooks: views as View[] }
  },
})

function viewWebhook(call: Call, row: Webhook, user: string, failing_since: Date | null): View {
  const { id: webhookId, name, url, include_text, include_restricted, is_enabled, disabled_reason } = row
  const { last_success, creation_time } = row
  return {
    id: webhookId,
    user,
    name,
    url,
    events: row.events as View['events'],
    product: productNames(call, row.product_ids as number[]),
    component: componentNames(call, row.component_ids as number[]),
    fields: row.fields as string[],
    format: row.format as View['format'],
    headers: Object.keys(row.headers as object),
    include_text,
    include_restricted,
    is_enabled,
    disabled_reason,
    last_success,
    failing_since,
    creation_time,
  }
}
