// Imports the history of bugs.
import { groupBy } from '../../kernel/collections.js'
import type { NewRow, Row } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import type { Batch } from './batch.js'
import { idsByBug, type Planned } from './planned.js'

/**
 * Writes only new history: feed entries refer to rows, which stay as long as history only grows. Returns the IDs of new
 * rows, by bug.
 */
export async function putHistory(
  { tx }: Batch,
  planned: readonly Planned[],
  idOf: (login: string) => number,
): Promise<Map<number, number[]>> {
  const where = { col: 'bug_id', in: planned.filter(({ isNew }) => !isNew).map(({ bug }) => bug.id) } as const
  const stored =
    where.in.length === 0 ? [] : await tx.select({ from: 'bug_history', where, order: [{ col: 'at' }, { col: 'id' }] })
  const there = groupBy(stored, (row) => row.bug_id)
  const stale: number[] = []
  const rows: NewRow<'bug_history'>[] = []
  for (const { bug } of planned) {
    const wanted = rowsOf(bug, idOf)
    const before = there.get(bug.id) ?? []
    const isGrown = before.every((row, index) => isSame(row, wanted[index]))
    if (!isGrown) stale.push(bug.id)
    rows.push(...(isGrown ? wanted.slice(before.length) : wanted))
  }
  if (stale.length > 0) await tx.delete('bug_history', { col: 'bug_id', in: stale })
  const ids = rows.length === 0 ? [] : await tx.insert('bug_history', rows)
  return idsByBug(rows.map(({ bug_id }, index) => ({ bug_id, id: ids[index] as number })))
}

function rowsOf(bug: Planned['bug'], idOf: (login: string) => number): Omit<Row<'bug_history'>, 'id'>[] {
  const comments = new Set(bug.comments.map(({ id }) => id))
  const attachments = new Set(bug.attachments.map(({ id }) => id))
  const entries = bug.history.toSorted((a, b) => a.when.getTime() - b.when.getTime())
  return entries.flatMap(({ when, who, changes }) =>
    changes.map(({ field_name, removed, added, attachment_id, comment_id, rule }) => ({
      bug_id: bug.id,
      user_id: idOf(who),
      at: when,
      field: field_name,
      removed,
      removed_folded: fold(removed),
      added,
      added_folded: fold(added),
      attachment_id: typeof attachment_id === 'number' && attachments.has(attachment_id) ? attachment_id : null,
      comment_id: typeof comment_id === 'number' && comments.has(comment_id) ? comment_id : null,
      rule: rule ?? null,
    })),
  )
}

function isSame(row: Row<'bug_history'>, wanted: Omit<Row<'bug_history'>, 'id'> | undefined): boolean {
  if (!wanted || row.at.getTime() !== wanted.at.getTime()) return false
  return (['user_id', 'field', 'removed', 'added', 'attachment_id', 'comment_id', 'rule'] as const).every(
    (column) => row[column] === wanted[column],
  )
}
