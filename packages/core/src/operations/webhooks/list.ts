import { z } from 'zod'
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
    id: z.int().meta({ ref: 'webhook', description: 'The number of the webhook.' }),
    creator: z.string().meta({ ref: 'user', description: 'The login name of its owner.' }),
    name: z.string().meta({ description: 'Name.' }),
    url: z.string().meta({ description: 'Where requests go.' }),
    event: z
      .string()
      .meta({ description: 'Of `create`, `change`, `comment` and `attachment` what it asks for, with commas.' }),
    product: z.string().meta({ description: 'The products that it is about, with commas; `Any` for all.' }),
    component: z.string().meta({ description: 'The components that it is about, with commas; `Any` for all.' }),
    enabled: z.boolean().meta({ description: 'Whether requests are made.' }),
    errors: z.int().meta({
      description:
        'How many requests fail or were given up, of those about what the caller may see by now; at most 1,000.',
    }),
  })
  .meta({ id: 'ListedWebhook', description: 'A webhook as receivers of the form `bmo` ask for it.' })

export const listWebhooks = defineRead({
  name: 'webhooks.list',
  summary: 'Webhooks, as receivers of the form bmo ask for them',
  description: "The caller's webhooks, oldest first, in the terms of receivers of the format `bmo`.",
  errors: ['login_required'],
  examples: [{ title: 'Your webhooks', code: 'const { webhooks } = await admin.webhooks.list()' }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({}),
  output: z.object({ webhooks: z.array(view).meta({ description: 'The webhooks, the oldest first.' }) }),
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
