import * as z from 'zod'
import { requireUser } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { ownWebhooks } from '../../domain/webhooks/find.js'
import { componentNames, productNames } from '../../domain/webhooks/scope.js'
import { failuresOf } from '../../delivery/webhooks/failures.js'

/** As receivers of the form `bmo` call them. */
const words: Readonly<Record<string, string>> = {
  created: 'create',
  changed: 'change',
  comment: 'comment',
  attachment: 'attachment',
}

const view = z
  .object({
    id: z.int().meta({ ref: 'webhook', description: 'ID of the webhook.' }),
    creator: z.string().meta({ ref: 'user', description: 'Login of the owner.' }),
    name: z.string().meta({ description: 'Name.' }),
    url: z.string().meta({ description: 'URL of the receiver.' }),
    event: z
      .string()
      .meta({ description: 'Reported events out of `create`, `change`, `comment` and `attachment`, comma-separated.' }),
    product: z.string().meta({ description: 'Products, comma-separated; `Any` for all.' }),
    component: z.string().meta({ description: 'Components, comma-separated; `Any` for all.' }),
    enabled: z.boolean().meta({ description: 'Whether the webhook is enabled.' }),
    errors: z.int().meta({
      description: 'Number of failed requests that the caller can see, at most 1,000.',
    }),
  })
  .meta({ id: 'ListedWebhook', description: 'A webhook in the format of bugzilla.mozilla.org.' })

export const listWebhooks = defineRead({
  name: 'webhooks.list',
  summary: 'List webhooks in the format of bugzilla.mozilla.org',
  description: "Returns the caller's webhooks, oldest first, in the format of bugzilla.mozilla.org.",
  errors: ['login_required'],
  examples: [{ title: 'Your webhooks', code: 'const { webhooks } = await admin.webhooks.list()' }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({}),
  output: z.object({ webhooks: z.array(view).meta({ description: 'Webhooks, oldest first.' }) }),
  async run(tx, _input, call) {
    const rows = await tx.select({ from: 'webhooks', where: ownWebhooks(call), order: [{ col: 'id' }] })
    const failures = await failuresOf(tx, call, rows)
    const { login } = requireUser(call.who)
    const webhooks = rows.map((row) => ({
      id: row.id,
      creator: login,
      name: row.name,
      url: row.url,
      event: (row.events as string[]).flatMap((event) => words[event] ?? []).join(','),
      product: productNames(call, row.product_ids as number[]).join(',') || 'Any',
      component: componentNames(call, row.component_ids as number[]).join(',') || 'Any',
      enabled: row.is_enabled,
      errors: failures.get(row.id)?.length ?? 0,
    }))
    return { webhooks }
  },
})
