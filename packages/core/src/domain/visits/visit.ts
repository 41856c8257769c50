// Visits in responses, and their retention.
import { z } from 'zod'
import type { Row, Where, Writer } from '../../schema/index.js'
import { subDays } from 'date-fns/subDays'
import type { Call } from '../../call/context.js'

export const visitView = z
  .object({
    id: z.int().meta({ description: 'The number of the bug.' }),
    last_visit_ts: z.date().meta({ description: 'When the caller last looked at it.' }),
  })
  .meta({ id: 'Visit', description: 'When the caller last looked at a bug.' })

export type Visit = z.infer<typeof visitView>

export function viewVisit(row: Pick<Row<'last_visits'>, 'bug_id' | 'last_visit_ts'>): Visit {
  return { id: row.bug_id, last_visit_ts: row.last_visit_ts }
}

/** Visits within the days of last_visit_keep_days; all for 0. */
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
