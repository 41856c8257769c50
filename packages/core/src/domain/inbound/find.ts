// Items that came in, as far as the caller may decide about them.
import { mayEnter } from '../../access/products.js'
import { hasRight, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Where } from '../../schema/index.js'

export type InboundItem = Row<'inbound'>

/** Email, events of git hosts, and reports from programs. */
export const inboundWays = ['mail', 'code', 'report'] as const
export type InboundWay = (typeof inboundWays)[number]

/** The item of a delivery, which a repeated one has, too. */
export function ofKey(way: InboundWay, keyHash: string): Where<'inbound'> {
  return {
    and: [
      { col: 'way', eq: way },
      { col: 'key_hash', eq: keyHash },
    ],
  }
}

/** Columns for reports from programs, in other items. */
export const notReported = { address_hash: '', arrival_time: null } as const

/** All items for administrators; for insiders, reports held for products into which they may enter bugs. */
export async function visibleItems(tx: Reader, call: Call): Promise<Where<'inbound'>> {
  if (hasRight(call, 'admin')) return { and: [] }
  const intakes = call.who.isInsider ? await tx.select({ from: 'intakes', where: { and: [] } }) : []
  const mine = intakes.filter(({ product_id }) => {
    const product = call.catalogue.products.get(product_id)
    return product !== undefined && mayEnter(call, product)
  })
  return {
    and: [
      { col: 'outcome', eq: 'held' },
      { col: 'intake_id', in: mine.map(({ id }) => id) },
    ],
  }
}

const mostCounted = 100

/** The held reports that the caller may decide about, up to 100. Costs nothing for other callers. */
export async function countHeld(tx: Reader, call: Call): Promise<number> {
  const mayDecide = call.who.isInsider || hasRight(call, 'admin')
  if (!mayDecide) return 0
  const where = { and: [{ col: 'outcome', eq: 'held' } as const, await visibleItems(tx, call)] }
  return (await tx.select({ from: 'inbound', where, columns: ['id'], limit: mostCounted })).length
}

/** The items, in ascending order. @throws object_does_not_exist, inbound_not_possible for another outcome */
export async function requireItems(
  tx: Reader,
  call: Call,
  ids: readonly number[],
  { outcome, field = 'ids' }: { readonly outcome?: 'held' | 'failed'; readonly field?: string } = {},
): Promise<InboundItem[]> {
  const where = { and: [{ col: 'id', in: [...new Set(ids)] } as const, await visibleItems(tx, call)] }
  const rows = await tx.select({ from: 'inbound', where, order: [{ col: 'id' }] })
  for (const value of ids)
    if (!rows.some(({ id }) => id === value))
      throw new TrackerError('object_does_not_exist', { kind: 'incoming item', field, value })
  const other = rows.find((row) => outcome !== undefined && row.outcome !== outcome)
  if (other && outcome !== undefined)
    throw new TrackerError('inbound_not_possible', {
      field,
      value: other.id,
      outcome: other.outcome,
      accepted: outcome,
    })
  return rows
}
