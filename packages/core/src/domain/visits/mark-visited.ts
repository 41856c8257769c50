// When a user last looked at a bug: how visits are kept.
import type { Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { insertMissingMarks } from '../marks/insert-missing.js'

/** Sets the user's last visit of bugs, each named once, to now. */
export async function markVisited(tx: Writer, call: Call, user_id: number, bugIds: readonly number[]): Promise<void> {
  if (bugIds.length === 0) return
  const where = { and: [{ col: 'user_id', eq: user_id } as const, { col: 'bug_id', in: bugIds } as const] }
  const last_visit_ts = call.now
  const known = await tx.update('bug_marks', where, { last_visit_ts })
  if (known < bugIds.length) await insertMissingMarks(tx, user_id, bugIds, { last_visit_ts }, known === 0)
}
