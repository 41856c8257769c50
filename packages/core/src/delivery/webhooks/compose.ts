// Makes the requests of deliveries from the data that the owners of the webhooks can see now, all from one snapshot.
import { isTroubleOfStore } from '../../call/store-errors.js'
import { bugChangeEventOf } from '../../call/change-event.js'
import type { Webhook } from '../../domain/webhooks/find.js'
import type { WebhookFormat } from '../../domain/webhooks/formats.js'
import type { Entry } from '../../feed/read.js'
import { groupBy } from '../../kernel/collections.js'
import { must } from '../../kernel/must.js'
import { readInBackground } from '../../call/background-context.js'
import type { Reader } from '../../schema/index.js'
import { bmoBodyOf, bmoBodyOfPing } from './bmo-body.js'
import { bodyOf, bodyOfPing, isDetailed } from './body.js'
import type { WebhookContext } from './context.js'
import type { Delivery } from './deliveries.js'
import { readVisibleChanges } from './visible-changes.js'
import { loadDetails } from './details.js'
import { concerns } from './match.js'
import { loadOwners, type Owner } from './owners.js'

/** A request to send, or the reason why there is none: see Outcome. */
export type Composed =
  | { readonly result: 'nothing' | 'unwanted' }
  | { readonly result: 'unmade'; readonly error: unknown }
  | {
      readonly result: 'made'
      readonly webhook: Webhook
      readonly body: string
      /** Trace of the reported change, if it has one. */
      readonly traceparent: string | undefined
    }

/** By the ids of the deliveries. One that cannot be made keeps no other from being made. */
export async function composeRequests(
  context: WebhookContext,
  rows: readonly Delivery[],
): Promise<Map<number, Composed>> {
  try {
    return await compose(context, rows)
  } catch (error) {
    const [row] = rows
    if (row && (rows.length === 1 || isTroubleOfStore(error))) return everyOne(rows, { result: 'unmade', error })
    const each = await Promise.all(rows.map((one) => composeRequests(context, [one])))
    return new Map(each.flatMap((one) => [...one]))
  }
}

function everyOne(rows: readonly Delivery[], composed: Composed): Map<number, Composed> {
  return new Map(rows.map(({ id }) => [id, composed]))
}

async function compose(context: WebhookContext, rows: readonly Delivery[]): Promise<Map<number, Composed>> {
  return readInBackground(context, async (tx, catalogue) => {
    const webhooks = await loadWebhooks(tx, rows)
    const seqs = [...new Set(rows.flatMap(({ seq }) => seq ?? []))]
    const entries = await tx.select({ from: 'changes', where: { col: 'seq', in: seqs } })
    const ids = [...webhooks.values()].map(({ user_id }) => user_id)
    const owners = await loadOwners(tx, catalogue, context.environment, ids)
    const known = rows.filter((row) => webhooks.has(row.webhook_id))
    const ofOwner = groupBy(known, (row) => must(webhooks.get(row.webhook_id), 'webhook', row.webhook_id).user_id)
    const composed = everyOne(rows, { result: 'nothing' })
    for (const [id, own] of ofOwner) {
      const owner = must(owners.get(id), 'user', id)
      const made = await composeOfOwner({ tx, owner, webhooks }, own, entries)
      for (const [row, one] of made) composed.set(row, one)
    }
    return composed
  })
}

async function loadWebhooks(tx: Reader, rows: readonly Delivery[]): Promise<Map<number, Webhook>> {
  const ids = [...new Set(rows.map(({ webhook_id }) => webhook_id))]
  const found = await tx.select({ from: 'webhooks', where: { col: 'id', in: ids } })
  return new Map(found.map((webhook) => [webhook.id, webhook]))
}

interface OfOwner {
  readonly tx: Reader
  readonly owner: Owner
  readonly webhooks: ReadonlyMap<number, Webhook>
}

const forms = {
  standard: { change: bodyOf, ping: bodyOfPing },
  bmo: { change: bmoBodyOf, ping: bmoBodyOfPing },
}

async function composeOfOwner(
  { tx, owner, webhooks }: OfOwner,
  rows: readonly Delivery[],
  entries: readonly Entry[],
): Promise<[number, Composed][]> {
  const { call } = owner
  const seqs = new Set(rows.map(({ seq }) => seq))
  const own = entries.filter(({ seq }) => seqs.has(seq))
  const visibleChanges = new Map((await readVisibleChanges(tx, call, own)).map((one) => [one.change.seq, one]))
  const hooks = rows.map((row) => must(webhooks.get(row.webhook_id), 'webhook', row.webhook_id))
  const details = await loadDetails(tx, call, [...visibleChanges.values()], hooks)
  return rows.map((row, index): [number, Composed] => {
    const webhook = must(hooks[index], 'webhook', row.webhook_id)
    const visibleChange = visibleChanges.get(row.seq ?? 0)
    const isPing = row.kind === 'ping'
    // Checked first: a dropped request would reveal that a change exists.
    if (!isPing && !(visibleChange && concerns(webhook, visibleChange))) return [row.id, { result: 'nothing' }]
    if (!owner.mayHave) return [row.id, { result: 'unwanted' }]
    const format = forms[webhook.format as WebhookFormat]
    const body = visibleChange ? format.change({ webhook, visibleChange, details, row }) : format.ping(webhook, row)
    if (body === undefined) return [row.id, { result: 'nothing' }]
    const isTraced = visibleChange && isDetailed({ webhook, visibleChange })
    const traceparent = isTraced ? traceOf(own, visibleChange.change.seq) : undefined
    return [row.id, { result: 'made', webhook, body, traceparent }]
  })
}

/** Returns the trace of an entry about a bug. */
function traceOf(entries: readonly Entry[], seq: number): string | undefined {
  const entry = must(
    entries.find((one) => one.seq === seq),
    'change',
    seq,
  )
  return bugChangeEventOf(entry.payload).trace
}
