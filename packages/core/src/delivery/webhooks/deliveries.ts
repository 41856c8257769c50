// Deliveries come into being in the order of the feed; of those about one bug only the first has its turn.
import type { Webhook } from '../../domain/webhooks/find.js'
import type { NewRow, Reader, Row, Writer } from '../../schema/index.js'
import type { VisibleChange } from './visible-changes.js'
import { requestsAbout } from './requests.js'

export type Delivery = Row<'webhook_deliveries'>

export interface NewDelivery {
  readonly webhook: Webhook
  readonly visibleChange: VisibleChange
}

/** States of unfinished deliveries. */
const open = ['waiting', 'queued'] as const

/** The first about a bug waits for its turn, those behind it for the one before. */
export async function insertDeliveries(tx: Writer, newDeliveries: readonly NewDelivery[], now: Date): Promise<void> {
  if (newDeliveries.length === 0) return
  const taken = await placesTaken(
    tx,
    newDeliveries.map(({ webhook, visibleChange }) => ({ webhook_id: webhook.id, bug_id: visibleChange.bug_id })),
    open,
  )
  const rows = newDeliveries.flatMap(({ webhook, visibleChange }) =>
    requestsAbout(webhook, visibleChange.change).map(({ kind, message_id }): NewRow<'webhook_deliveries'> => {
      const place = placeOf({ webhook_id: webhook.id, bug_id: visibleChange.bug_id })
      const state = taken.has(place) ? 'queued' : 'waiting'
      taken.add(place)
      return {
        webhook_id: webhook.id,
        seq: visibleChange.change.seq,
        message_id,
        kind,
        bug_id: visibleChange.bug_id,
        state,
        attempts: 0,
        next_attempt: now,
        creation_time: now,
      }
    }),
  )
  await tx.insert('webhook_deliveries', rows)
}

type Place = Pick<Delivery, 'webhook_id' | 'bug_id'>

function placeOf({ webhook_id, bug_id }: Place): string {
  return `${webhook_id} ${bug_id}`
}

/** Of which bugs deliveries of these states are there. */
async function placesTaken(
  tx: Reader,
  places: readonly Place[],
  states: readonly (typeof open)[number][],
): Promise<Set<string>> {
  const rows = await tx.select({
    from: 'webhook_deliveries',
    where: {
      and: [
        { col: 'webhook_id', in: [...new Set(places.map(({ webhook_id }) => webhook_id))] },
        { col: 'bug_id', in: [...new Set(places.flatMap(({ bug_id }) => bug_id ?? []))] },
        { col: 'state', in: states },
      ],
    },
    columns: ['webhook_id', 'bug_id'],
  })
  return new Set(rows.map(placeOf))
}

/** Sends them once more, as if for the first time, each bug in its order. */
export async function renewDeliveries(tx: Writer, rows: readonly Delivery[], now: Date): Promise<void> {
  const taken = await placesTaken(tx, rows, ['waiting'])
  const isFirst = ({ webhook_id, bug_id }: Delivery) => {
    const place = placeOf({ webhook_id, bug_id })
    if (taken.has(place)) return false
    taken.add(place)
    return true
  }
  const first = new Set(rows.toSorted((a, b) => a.id - b.id).filter(isFirst))
  const fresh = { attempts: 0, next_attempt: now, status: null, duration: null, last_error: null, answer: null }
  const renewed = { ...fresh, sent_time: null, claimed_by: null, claimed_until: null }
  for (const state of open) {
    const ids = rows.filter((row) => first.has(row) === (state === 'waiting')).map(({ id }) => id)
    if (ids.length > 0) await tx.update('webhook_deliveries', { col: 'id', in: ids }, { ...renewed, state })
  }
}

/** Ends a delivery and queues the next one about the same bug. */
export async function endDelivery(tx: Writer, row: Delivery, set: Partial<Delivery> | 'removed'): Promise<void> {
  const same = { col: 'id', eq: row.id } as const
  if (set === 'removed') await tx.delete('webhook_deliveries', same)
  else await tx.update('webhook_deliveries', same, set)
  if (row.bug_id === null) return
  const [next] = await tx.select({
    from: 'webhook_deliveries',
    where: {
      and: [
        { col: 'webhook_id', eq: row.webhook_id },
        { col: 'bug_id', eq: row.bug_id },
        { col: 'state', eq: 'queued' },
      ],
    },
    order: [{ col: 'id' }],
    limit: 1,
    columns: ['id'],
  })
  if (next) await tx.update('webhook_deliveries', { col: 'id', eq: next.id }, { state: 'waiting' })
}
