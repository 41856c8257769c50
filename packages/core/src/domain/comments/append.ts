// The one way comments come into being.
import type { BugRow } from '../../access/find-bugs.js'
import { requireUser, type Call } from '../../call/context.js'
import type { NewRow, Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { percentageComplete, roundHours } from './hours.js'
import { writeTags } from './tags.js'
import type { CommentType } from './text.js'

/** The columns of a bug that follow from its comments. */
export type CommentColumns = Pick<
  BugRow,
  'comment_count' | 'public_comment_count' | 'actual_time' | 'percentage_complete'
>

/** A comment to add to a bug. */
export interface CommentDraft {
  /** The bug before all drafts of this call, but with the remaining time that it will have afterwards. */
  readonly bug: BugRow
  /** Normalised already, see commentText. */
  readonly text: string
  readonly is_private?: boolean | undefined
  readonly is_markdown?: boolean | undefined
  /** Hours. */
  readonly work_time?: number | undefined
  readonly type?: CommentType | undefined
  /** For duplicates: the other bug. */
  readonly related_bug_id?: number | undefined
  readonly attachment_id?: number | undefined
  /** Checked already, see requireTags. */
  readonly tags?: readonly string[] | undefined
}

/** Comments to store, with their numbers and effects on the bugs. */
export interface CommentPlan {
  readonly drafts: readonly CommentDraft[]
  readonly rows: readonly NewRow<'comments'>[]
  /** The columns of each bug, to be written together with whatever else changes on it. */
  readonly columns: ReadonlyMap<number, CommentColumns>
}

/** Plans comments by the caller, now (see asChangeOf); several for one bug are numbered in their order. Pure. */
export function planComments(call: Call, drafts: readonly CommentDraft[]): CommentPlan {
  const columns = new Map<number, CommentColumns>()
  // Many bugs often get the same text.
  let last = { text: '', folded: '' }
  const rows = drafts.map((draft) => {
    const { bug, text, is_private = false, is_markdown = false, work_time = 0 } = draft
    if (text !== last.text) last = { text, folded: fold(text) }
    const before = columns.get(bug.id) ?? bug
    columns.set(bug.id, columnsAfter({ ...before, remaining_time: bug.remaining_time }, draft))
    return {
      bug_id: bug.id,
      creator_id: requireUser(call.who).id,
      count: before.comment_count,
      text,
      text_folded: last.folded,
      creation_time: call.now,
      is_private,
      is_markdown,
      work_time,
      type: draft.type ?? 'normal',
      related_bug_id: draft.related_bug_id ?? null,
      attachment_id: draft.attachment_id ?? null,
    }
  })
  return { drafts, rows, columns }
}

/** Stores planned comments in one batch. Returns their ids. */
export async function insertComments(tx: Writer, call: Call, { drafts, rows }: CommentPlan): Promise<number[]> {
  if (rows.length === 0) return []
  const ids = await tx.insert('comments', rows)
  const stored = rows.map(({ bug_id, is_private }, index) => ({ id: ids[index] as number, bug_id, is_private }))
  const { id: user_id } = requireUser(call.who)
  for (const { id, bug_id, is_private } of stored)
    call.emit('comment.added', { bug_id, comment_id: id, user_id, at: call.now, is_private })
  await writeTags(
    tx,
    call,
    stored.map(({ id, bug_id }, index) => ({ comment: { id, bug_id }, added: drafts[index]?.tags ?? [] })),
  )
  return ids
}

/** The columns of a bug once the comment is on it. For a bug that is being made, so that it is written once. */
export function columnsAfter(
  bug: Pick<BugRow, 'comment_count' | 'public_comment_count' | 'actual_time' | 'remaining_time'>,
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
