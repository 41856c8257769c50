// When a user last looked at a bug: how visits are kept.
import { difference } from '../bugs/state/changes.js'
import type { Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'

/** Sets the user's last visit of bugs, each named once, to now. */
export async function markVisited(tx: Writer, call: Call, user_id: number, bugIds: readonly number[]): Promise<void> {
  if (bugIds.length === 0) return
  const where = { and: [{ col: 'user_id', eq: user_id } as const, { col: 'bug_id', in: bugIds } as const] }
  const last_visit_ts = call.now
  const known = await tx.update('last_visits', where, { last_visit_ts })
  if (known === bugIds.length) return
  const there = known === 0 ? [] : await tx.select({ from: 'last_visits', where, columns: ['bug_id'] })
  const missing = difference(
    there.map((row) => row.bug_id),
    bugIds,
  ).added
  await tx.insert(
    'last_visits',
    missing.map((bug_id) => ({ user_id, bug_id, last_visit_ts })),
  )
}
