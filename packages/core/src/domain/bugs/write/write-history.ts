// The only place that writes history.
import { membersOf } from '../../../access/visibility.js'
import { requireUser, type Call } from '../../../call/context.js'
import type { Reader, Writer } from '../../../schema/index.js'
import { fold } from '../../../store/index.js'
import type { HistoryChange } from '../state/changes.js'

/**
 * Stores the caller's changes of bugs now (see asChangeOf), in one batch, and notifies listeners for each bug. Returns
 * the row IDs by bug.
 */
export async function writeHistory(
  tx: Writer,
  call: Call,
  histories: Iterable<readonly [bugId: number, changes: readonly HistoryChange[]]>,
): Promise<Map<number, number[]>> {
  const changed = [...histories].filter(([, changes]) => changes.length > 0)
  if (changed.length === 0) return new Map()
  const user_id = await authorOf(tx, call)
  const at = call.now
  const ids = await tx.insert(
    'bug_history',
    changed.flatMap(([bug_id, changes]) =>
      changes.map(({ field, removed, added, comment_id, attachment_id, rule }) => ({
        bug_id,
        user_id,
        at,
        field,
        removed,
        removed_folded: fold(removed),
        added,
        added_folded: fold(added),
        ...(comment_id !== undefined && { comment_id }),
        ...(attachment_id !== undefined && { attachment_id }),
        ...(rule !== undefined && { rule }),
      })),
    ),
  )
  for (const [bug_id, changes] of changed) {
    const fields = changes.map(({ field, removed, added, attachment_id, comment_id, rule }) => ({
      field_name: field,
      removed,
      added,
      ...(attachment_id !== undefined && { attachment_id }),
      ...(comment_id !== undefined && { comment_id }),
      ...(rule !== undefined && { rule }),
    }))
    call.emit('bug.changed', { bug_id, user_id, at, changes: fields })
  }
  return new Map(changed.map(([bug_id, changes]) => [bug_id, ids.splice(0, changes.length)]))
}

/**
 * The author of a change: the caller. System changes, such as removing a milestone from its bugs, are attributed to the
 * first administrator because history requires a user.
 */
export async function authorOf(tx: Reader, call: Call): Promise<number> {
  const admin = call.catalogue.groups.named('admin')
  if (call.who.user || !call.who.isSystem || !admin) return requireUser(call.who).id
  const where = membersOf(call, [admin.id])
  const [first] = await tx.select({ from: 'users', where, order: [{ col: 'id' }], limit: 1, columns: ['id'] })
  return first?.id ?? requireUser(call.who).id
}
