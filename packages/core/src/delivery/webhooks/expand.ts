// Turns entries of the change feed into deliveries. One transaction reads entries and records the webhooks they
// concern.
import { systemCaller } from '../../call/context.js'
import { backgroundCall } from '../../call/background-call.js'
import { isTroubleOfStore } from '../../call/store-errors.js'
import type { Webhook } from '../../domain/webhooks/find.js'
import { moveCursor, readCursor } from '../../feed/cursors.js'
import { readEntries, type Entry } from '../../feed/read.js'
import { groupBy } from '../../kernel/collections.js'
import { readInBackground, writeInBackground } from '../../call/background-context.js'
import type { Reader, Writer } from '../../schema/index.js'
import type { Catalogue } from '../../setup/catalogue.js'
import type { WebhookContext } from './context.js'
import { disableOverfull } from './disable.js'
import { insertDeliveries, type NewDelivery } from './deliveries.js'
import { readVisibleChanges } from './visible-changes.js'
import { concerns, mayConcern } from './match.js'
import { loadOwners } from './owners.js'

/** Number of entries processed together. */
const batch = 50

/** Entries, with the webhooks they may concern. */
interface Span {
  readonly from: number
  readonly to: number
  readonly webhooks: readonly Webhook[]
  /** Entries up to this one do not concern a webhook. */
  readonly after: (webhook: Webhook) => number
  /** Checks, in the transaction that writes, that no other process was faster. */
  readonly isStillDue: (tx: Reader) => Promise<boolean>
  readonly pass: (tx: Writer, now: Date) => Promise<unknown>
}

/** Creates the deliveries for the next entries of the change feed. Returns true if there were any. */
export async function expandEntries(context: WebhookContext): Promise<boolean> {
  try {
    return await expandNext(context, batch, findNotifications)
  } catch (error) {
    if (isTroubleOfStore(error)) throw error
    // One of the entries causes the error. Process them one by one and skip only that one.
    return expandNext(context, 1, findNotifications).catch((failure: unknown) => {
      if (isTroubleOfStore(failure)) throw failure
      context.environment.logger.error('webhooks: cannot process an entry of the change feed', { error: failure })
      return expandNext(context, 1, async () => [])
    })
  }
}

async function expandNext(context: WebhookContext, most: number, find: typeof findNotifications): Promise<boolean> {
  const found = await readInBackground(context, async (tx, catalogue, { change_seq }) => {
    const webhooks = await tx.select({ from: 'webhooks', where: { col: 'is_enabled', eq: true } })
    const span = (await nextSpan(tx, webhooks, change_seq, most)) ?? undefined
    return span && { span, newDeliveries: await find(tx, catalogue, context, span) }
  })
  if (!found) return false
  const { span, newDeliveries } = found
  await writeInBackground(context, async (tx, now) => {
    if (!(await span.isStillDue(tx))) return
    const left = await stillEnabled(tx, newDeliveries)
    await insertDeliveries(tx, left, now)
    await disableOverfull(
      context,
      tx,
      now,
      left.map(({ webhook }) => webhook),
    )
    await span.pass(tx, now)
  })
  return true
}

/** Returns the backlog of a webhook first, because each webhook receives entries in order; then new entries for all. */
async function nextSpan(
  tx: Reader,
  webhooks: readonly Webhook[],
  head: number,
  most: number,
): Promise<Span | undefined> {
  const late = webhooks.find(({ backlog_seq }) => backlog_seq !== null)
  if (late) return spanOfOne(late, most)
  if (webhooks.length === 0) return undefined
  const cursor = await readCursor(tx, 'webhooks')
  // Entries from before the first of the webhooks was enabled concern none of them.
  const from = Math.max(cursor, Math.min(...webhooks.map(({ after_seq }) => after_seq)))
  if (from >= head) return undefined
  const to = Math.min(from + most, head)
  return {
    from,
    to,
    webhooks,
    after: ({ after_seq }) => after_seq,
    isStillDue: async (writer) => (await readCursor(writer, 'webhooks')) === cursor,
    pass: (writer, now) => moveCursor(writer, 'webhooks', to, now),
  }
}

function spanOfOne(webhook: Webhook, most: number): Span {
  const { id, after_seq, backlog_seq } = webhook
  const from = backlog_seq ?? after_seq
  const to = Math.min(from + most, after_seq)
  const same = { col: 'id', eq: id } as const
  return {
    from,
    to,
    webhooks: [webhook],
    after: () => from,
    isStillDue: async (tx) => {
      const [now] = await tx.select({ from: 'webhooks', where: same, columns: ['after_seq', 'backlog_seq'] })
      return now?.backlog_seq === backlog_seq && now.after_seq === after_seq
    },
    pass: async (tx) => tx.update('webhooks', same, { backlog_seq: to >= after_seq ? null : to }),
  }
}

/** Returns the deliveries to create, as far as the owners of the webhooks may see the changes. */
async function findNotifications(
  tx: Reader,
  catalogue: Catalogue,
  { environment }: WebhookContext,
  { from, to, webhooks, after }: Span,
): Promise<NewDelivery[]> {
  const entries = await readEntries(tx, from, to)
  const all = backgroundCall(catalogue, environment, systemCaller(catalogue, null))
  const newDeliveries = await newDeliveriesFor(tx, all, entries, { webhooks, after, isMeant: mayConcern })
  const ofOwner = groupBy(newDeliveries, ({ webhook }) => webhook.user_id)
  const owners = await loadOwners(tx, catalogue, environment, [...ofOwner.keys()])
  const allowed: NewDelivery[] = []
  for (const [id, { call, mayHave }] of owners) {
    const concerned = mayHave ? (ofOwner.get(id) ?? []) : []
    const seqs = new Set(concerned.map(({ visibleChange }) => visibleChange.change.seq))
    const own = [...new Set(concerned.map(({ webhook }) => webhook))]
    const some = entries.filter(({ seq }) => seqs.has(seq))
    if (some.length > 0)
      allowed.push(...(await newDeliveriesFor(tx, call, some, { webhooks: own, after, isMeant: concerns })))
  }
  return allowed
}

async function newDeliveriesFor(
  tx: Reader,
  call: Parameters<typeof readVisibleChanges>[1],
  entries: readonly Entry[],
  { webhooks, after, isMeant }: Pick<Span, 'webhooks' | 'after'> & { readonly isMeant: typeof concerns },
): Promise<NewDelivery[]> {
  const visibleChanges = await readVisibleChanges(tx, call, entries)
  return visibleChanges.flatMap((visibleChange) =>
    webhooks
      .filter((webhook) => visibleChange.change.seq > after(webhook) && isMeant(webhook, visibleChange))
      .map((webhook) => ({ webhook, visibleChange })),
  )
}

/** Without those that were disabled or removed since. */
async function stillEnabled(tx: Writer, newDeliveries: readonly NewDelivery[]): Promise<NewDelivery[]> {
  const ids = [...new Set(newDeliveries.map(({ webhook }) => webhook.id))]
  if (ids.length === 0) return []
  const enabled = [{ col: 'id', in: ids } as const, { col: 'is_enabled', eq: true } as const]
  const rows = await tx.select({ from: 'webhooks', where: { and: enabled }, columns: ['id'] })
  const left = new Set(rows.map(({ id }) => id))
  return newDeliveries.filter(({ webhook }) => left.has(webhook.id))
}
