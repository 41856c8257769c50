// The one way comments come into being.
import type { BugRow } from '../../access/find-bugs.js'
import { requireUser, type Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { percentageComplete, roundHours } from './hours.js'
import { writeTags } from './tags.js'
import type { CommentType } from './text.js'

/** The columns of a bug that follow from its comments. */
export type CommentColumns = Pick<
  BugRow,
  'comment_count' | 'public_comment_count' | 'actual_time' | 'percentage_complete'
>

/** What is to be said on a bug. */
export interface CommentDraft {
  /** As it stood before all drafts of this call, but with the remaining time that it will have after it. */
  readonly bug: Pick<BugRow, 'id' | 'comment_count' | 'public_comment_count' | 'actual_time' | 'remaining_time'>
  /** Normalised already, see commentText. */
  readonly text: string
  readonly is_private?: boolean | undefined
  /** Hours. */
  readonly work_time?: number | undefined
  readonly type?: CommentType | undefined
  /** For duplicates: the other bug. */
  readonly related_bug_id?: number | undefined
  readonly attachment_id?: number | undefined
  /** Checked already, see requireTags. */
  readonly tags?: readonly string[] | undefined
}

/**
 * Stores comments by the caller, now (see asChangeOf), in one batch; several for one bug are numbered in their order. The caller writes the
 * returned columns of each bug, together with whatever else changes on it.
 */
export async function appendComments(
  tx: Writer,
  call: Call,
  drafts: readonly CommentDraft[],
): Promise<{ ids: number[]; columns: Map<number, CommentColumns> }> {
  const columns = new Map<number, CommentColumns>()
  if (drafts.length === 0) return { ids: [], columns }
  const user_id = requireUser(call.who).id
  const rows = drafts.map((draft) => {
    const { bug, text, is_private = false, work_time = 0 } = draft
    const before = columns.get(bug.id) ?? bug
    columns.set(bug.id, columnsAfter({ ...before, remaining_time: bug.remaining_time }, draft))
    return {
      bug_id: bug.id,
      creator_id: user_id,
      count: before.comment_count,
      text,
      text_folded: fold(text),
      creation_time: call.now,
      is_private,
      work_time,
      type: draft.type ?? 'normal',
      related_bug_id: draft.related_bug_id ?? null,
      attachment_id: draft.attachment_id ?? null,
    }
  })
  const ids = await tx.insert('comments', rows)
  rows.forEach(({ bug_id, is_private }, index) => {
    call.emit('comment.added', { bug_id, comment_id: ids[index] as number, user_id, at: call.now, is_private })
  })
  await writeTags(
    tx,
    call,
    rows.map(({ bug_id }, index) => ({
      comment: { id: ids[index] as number, bug_id },
      added: drafts[index]?.tags ?? [],
    })),
  )
  return { ids, columns }
}

/** The columns of a bug once the comment is on it. For a bug that is being made, so that it is written once. */
export function columnsAfter(
  bug: Omit<CommentDraft['bug'], 'id'>,
  { is_private = false, work_time = 0 }: Pick<CommentDraft, 'is_private' | 'work_time'>,
): CommentColumns {
  const actual_time = roundHours(bug.actual_time + work_time)
  return {
    comment_count: bug.comment_count + 1,
    public_comment_count: bug.public_comment_count + (is_private ? 0 : 1),
    actual_time,
    percentage_complete: percentageComplete(actual_time, bug.remaining_time),
  }
}
