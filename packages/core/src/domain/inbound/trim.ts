// Inbound items have an end: outcomes are kept for a while, and reports left unaccepted are refused.
import { subDays } from 'date-fns/subDays'
import { retrying } from '../../call/retry.js'
import type { Environment } from '../../kernel/environment.js'
import type { TrackerSchema, Where, Writer } from '../../schema/index.js'
import { writeToKnownSchema } from '../../schema/known-migrations.js'
import type { Store } from '../../store/index.js'

const days = { done: 30, nothing: 30, begun: 30, held: 30, refused: 90, failed: 90 } as const

/** The rows changed in one transaction, few enough to keep other writers from waiting long. */
const atOnce = 1000

/** Removes old inbound items, and refuses those that were held for too long. `isOver` is asked between parts of it. */
export async function trimInbound(
  { store, environment }: { readonly store: Store<TrackerSchema>; readonly environment: Environment },
  isOver: () => boolean = () => false,
): Promise<void> {
  const now = environment.clock()
  for (const [outcome, kept] of Object.entries(days)) {
    const old: Where<'inbound'> = {
      and: [
        { col: 'outcome', eq: outcome },
        { col: 'time', lt: subDays(now, kept) },
      ],
    }
    const oldest = { from: 'inbound', where: old, limit: 1, columns: ['id'] } as const
    const isThere = () => store.read(async (tx) => (await tx.select(oldest)).length > 0)
    const trim = () => writeToKnownSchema(store, (tx) => trimSome(tx, old, now, outcome === 'held'))
    // Reads first: a write keeps other writers waiting, even one that finds nothing.
    while (!isOver() && (await retrying(environment, isThere))) await retrying(environment, trim)
  }
}

async function trimSome(tx: Writer, where: Where<'inbound'>, now: Date, isHeld: boolean): Promise<void> {
  const rows = await tx.select({ from: 'inbound', where, limit: atOnce, order: [{ col: 'time' }], columns: ['id'] })
  const ids = rows.map(({ id }) => id)
  await tx.delete('inbound_content', { col: 'inbound_id', in: ids })
  const these = { col: 'id', in: ids } as const
  if (isHeld) await tx.update('inbound', these, { outcome: 'refused', reason: 'too_old', subject: '', time: now })
  else await tx.delete('inbound', these)
}
