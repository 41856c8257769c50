// Visits in responses.
import { z } from 'zod'
import type { Row } from '../../schema/index.js'

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
