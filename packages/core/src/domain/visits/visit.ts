// Visits in responses, and their retention.
import * as z from 'zod'
import type { Row, Where, Writer } from '../../schema/index.js'
import { subDays } from 'date-fns/subDays'
import type { Call } from '../../call/context.js'
import { mostDays } from '../inbox/horizon.js'

export const visitView = z
  .object({
    id: z.int().meta({ description: 'ID of the bug.' }),
    last_visit_ts: z.date().meta({ description: "Time of the caller's last visit." }),
  })
  .meta({ id: 'Visit', description: "The caller's last visit to a bug." })

export type Visit = z.infer<typeof visitView>

export function viewVisit({ bug_id, last_visit_ts }: Pick<Row<'bug_marks'>, 'bug_id'> & Omit<Visit, 'id'>): Visit {
  return { id: bug_id, last_visit_ts }
}

/** Visits within the days of last_visit_keep_days; all for 0. */
export function rememberedVisits({ catalogue, now }: Call): Where<'bug_marks'> {
  const days = Number(catalogue.parameters.last_visit_keep_days)
  return days === 0 ? { and: [] } : { col: 'last_visit_ts', gt: subDays(now, days) }
}

/** Removes the expired visits of one user, and marks that hold no more than that or what is older than any line. */
export async function pruneVisits(tx: Writer, call: Call, user_id: number): Promise<void> {
  const remembered = rememberedVisits(call)
  const isForgotten: Where<'bug_marks'>[] =
    'and' in remembered ? [] : [{ not: { or: [{ col: 'last_visit_ts', eq: null }, remembered] } }]
  const oldest = subDays(call.now, mostDays)
  const isPast = (col: 'seen_until' | 'later_until'): Where<'bug_marks'> => ({
    or: [
      { col, eq: null },
      { col, lt: oldest },
    ],
  })
  const mine = { col: 'user_id', eq: user_id } as const
  const noVisit = { col: 'last_visit_ts', eq: null } as const
  if (isForgotten.length > 0) await tx.update('bug_marks', { and: [mine, ...isForgotten] }, { last_visit_ts: null })
  const unused = [isPast('seen_until'), isPast('later_until')]
  const isPlain: Where<'bug_marks'>[] = [
    { col: 'following', eq: null },
    { col: 'following_off', eq: null },
  ]
  await tx.delete('bug_marks', { and: [mine, noVisit, ...unused, ...isPlain] })
}
