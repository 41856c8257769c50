// How long visits are remembered.
import { subDays } from 'date-fns/subDays'
import type { Call } from '../../call/context.js'
import type { Where, Writer } from '../../schema/index.js'

/** The visits that are remembered still: those of the last days, as many as last_visit_keep_days says; all for 0. */
export function rememberedVisits({ catalogue, now }: Call): Where<'last_visits'> {
  const days = Number(catalogue.parameters.last_visit_keep_days)
  return days === 0 ? { and: [] } : { col: 'last_visit_ts', gt: subDays(now, days) }
}

/** Removes the expired visits of one user. */
export async function pruneVisits(tx: Writer, call: Call, user_id: number): Promise<void> {
  const remembered = rememberedVisits(call)
  if ('and' in remembered) return
  await tx.delete('last_visits', { and: [{ col: 'user_id', eq: user_id }, { not: remembered }] })
}
