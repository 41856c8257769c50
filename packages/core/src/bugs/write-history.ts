// The one way history comes into being.
import { requireUser, type Call } from '../context.js'
import type { Writer } from '../schema/index.js'
import { fold } from '../store/index.js'
import type { HistoryChange } from './changes.js'

/** Keeps what the caller changed in bugs now, in one batch, and tells listeners of each bug. */
export async function writeHistory(
  tx: Writer,
  call: Call,
  histories: Iterable<readonly [bugId: number, changes: readonly HistoryChange[]]>,
): Promise<void> {
  const user_id = requireUser(call.who).id
  const at = call.now
  const told = [...histories].filter(([, changes]) => changes.length > 0)
  if (told.length === 0) return
  await tx.insert(
    'bug_history',
    told.flatMap(([bug_id, changes]) =>
      changes.map(({ field, removed, added, comment_id, attachment_id }) => ({
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
      })),
    ),
  )
  for (const [bug_id, changes] of told) {
    const fields = changes.map(({ field, removed, added, attachment_id }) => ({
      field_name: field,
      removed,
      added,
      ...(attachment_id !== undefined && { attachment_id }),
    }))
    call.emit('bug.changed', { bug_id, user_id, at, changes: fields })
  }
}
