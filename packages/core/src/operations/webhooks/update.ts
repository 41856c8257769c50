import * as z from 'zod'
import { hasRight, type Call } from '../../call/context.js'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireComponentIds } from '../../domain/components/find.js'
import { changedObject, createPlan, writePlan, type Plan } from '../../domain/audit/plan.js'
import { isSameServer, loggedUrl, requireHeaders, requireUrl } from '../../domain/webhooks/address.js'
import { requireWebhooks, type Webhook } from '../../domain/webhooks/find.js'
import { checkUrl } from '../../domain/webhooks/check-url.js'
import { webhookInput } from '../../domain/webhooks/inputs.js'
import { requireMayHaveWebhooks } from '../../domain/webhooks/owner.js'
import { componentNames, productNames, requireFieldNames, requireProductIds } from '../../domain/webhooks/scope.js'
import type { Reader, Writer } from '../../schema/index.js'
import { beginningAt, goingBackTo, sinceInput } from '../../delivery/webhooks/since.js'

const wanted = z.object(webhookInput).partial().extend({ since: sinceInput })
type Wanted = z.output<typeof wanted>
interface Named {
  readonly ids: readonly number[]
}
type WebhookPlan = Plan<'webhooks'>

export const updateWebhooks = defineWrite({
  name: 'webhooks.update',
  summary: 'Update webhooks',
  description:
    "Updates the caller's webhooks, all of them or none; administrators can change other users' webhooks. Lists " +
    'and headers replace the previous ones. For a URL on another server, provide the headers again, otherwise ' +
    'they are removed: they can contain secrets of the previous server. A webhook that is enabled again sends ' +
    'pending requests immediately, and reports changes from then on, or since `since`.\n\n' +
    'Fails with `params_required` without ids; `object_does_not_exist` for an ID, product, component or field; ' +
    '`auth_failure` for a URL from a user who can no longer have webhooks; `webhook_url_invalid`; `param_invalid` ' +
    'for a header that cannot be sent; `changes_gone` for a `since` that is no longer available.',
  errors: [
    'login_required',
    'params_required',
    'name_blank',
    'name_too_long',
    'text_too_long',
    'param_invalid',
    'list_too_long',
    'object_does_not_exist',
    'auth_failure',
    'webhook_url_invalid',
    'changes_gone',
  ],
  examples: [{ title: 'Enable it again', code: 'await admin.webhooks.update({ ids: [3], is_enabled: true })' }],
  access: 'required',
  scope: 'admin',
  confirms: ({ url }) => url !== undefined,
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the webhooks.' }),
    ...wanted.shape,
  }),
  output: z.object({
    webhooks: z.array(changedObject).meta({ description: 'Changes of each webhook; URLs without their query.' }),
  }),
  mayPrepare: requireChangeable,
  prepare: (input, { sender }, { who }) => checkUrl(input.url, sender, who),
  async run(tx, input, call) {
    const webhooks = []
    for (const webhook of await requireChangeable(tx, input, call)) {
      const plan = createPlan<'webhooks'>()
      planSwitches(plan, webhook, input)
      planAddress(plan, webhook, input)
      planScope(call, plan, webhook, input)
      await planEnabling(tx, call, plan, webhook, input)
      await writePlan(tx, call, 'webhooks', webhook.id, plan)
      webhooks.push({ id: webhook.id, changes: plan.changes })
    }
    call.wakeWebhooks()
    return { webhooks }
  },
})

/**
 * @throws params_required, object_does_not_exist; auth_failure for a URL from a user who is no longer permitted to
 *   have webhooks
 */
async function requireChangeable(tx: Reader, { ids, url }: Wanted & Named, call: Call): Promise<Webhook[]> {
  const webhooks = await requireWebhooks(tx, call, ids)
  if (url !== undefined && !hasRight(call, 'admin')) requireMayHaveWebhooks(call.who, call.catalogue)
  return webhooks
}

function planSwitches(plan: WebhookPlan, webhook: Webhook, input: Wanted): void {
  plan.change('name', webhook.name, input.name, (name) => ({ name }))
  plan.change('format', webhook.format, input.format, (format) => ({ format }))
  plan.change('include_text', webhook.include_text, input.include_text, (include_text) => ({ include_text }))
  plan.change('include_restricted', webhook.include_restricted, input.include_restricted, (include_restricted) => ({
    include_restricted,
  }))
  planList(plan, 'events', webhook.events as string[], input.events, (events) => ({ events }))
}

/** Plans changes of URL and headers. The log gets no secrets: the URL without its query, and the names of headers. */
function planAddress(plan: WebhookPlan, webhook: Webhook, input: Wanted): void {
  const url = input.url === undefined ? webhook.url : requireUrl(input.url)
  if (url !== webhook.url) {
    plan.changes['url'] = { removed: loggedUrl(webhook.url), added: loggedUrl(url) }
    plan.set.url = url
  }
  const given = input.headers ?? (isSameServer(url, webhook.url) ? undefined : {})
  if (given === undefined) return
  const headers = requireHeaders(given)
  const before = namesOf(webhook.headers as object)
  if (before === '' && namesOf(headers) === '') return
  plan.changes['headers'] = { removed: before, added: namesOf(headers) }
  plan.set.headers = headers
}

function planScope(call: Call, plan: WebhookPlan, webhook: Webhook, input: Wanted): void {
  const before = webhook.product_ids as number[]
  const products = input.product && requireProductIds(call, input.product)
  const names = products && productNames(call, products)
  planList(plan, 'product', productNames(call, before), names, () => ({ product_ids: products ?? before }))
  const old = webhook.component_ids as number[]
  // In other products, components of the same names are others.
  const wanted = input.component ?? (products && old.length > 0 ? componentNames(call, old) : undefined)
  const components = wanted && requireComponentIds(call, wanted, products ?? before)
  const of = components && componentNames(call, components)
  planList(plan, 'component', componentNames(call, old), of, () => ({ component_ids: components ?? old }))
  if (components && String(components) !== String(old)) plan.set.component_ids = components
  const fields = input.fields && requireFieldNames(call, input.fields)
  planList(plan, 'fields', webhook.fields as string[], fields, (list_) => ({ fields: list_ }))
}

function planList(
  plan: WebhookPlan,
  field: string,
  before: readonly string[],
  after: readonly string[] | undefined,
  columns: (after: string[]) => Partial<Webhook>,
): void {
  plan.change(field, before.join(', '), after?.join(', '), () => columns([...(after ?? [])]))
}

/** Plans to enable a webhook, which starts over: waiting deliveries are tried immediately. */
async function planEnabling(tx: Writer, call: Call, plan: WebhookPlan, webhook: Webhook, input: Wanted): Promise<void> {
  const { is_enabled = webhook.is_enabled, since } = input
  plan.change('is_enabled', webhook.is_enabled, is_enabled, () => ({ is_enabled, disabled_reason: '' }))
  if (!is_enabled) return
  if (webhook.is_enabled) {
    if (since !== undefined) Object.assign(plan.set, await goingBackTo(tx, webhook, since))
    return
  }
  Object.assign(plan.set, await beginningAt(tx, since), { failing_since: null, retry_time: null })
  const waiting = [{ col: 'webhook_id', eq: webhook.id } as const, { col: 'state', eq: 'waiting' } as const]
  await tx.update('webhook_deliveries', { and: waiting }, { next_attempt: call.now })
}

function namesOf(headers: object): string {
  return Object.keys(headers).join(', ')
}
