// Replaces the text of a comment, keeping the earlier one as a revision.
import * as z from 'zod'
import type { BugRow } from '../../access/find-bugs.js'
import { requireUser, type Call } from '../../call/context.js'
import type { Row, Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { asChangeOf } from '../bugs/state/change-time.js'
import { askAboutParts } from '../bugs/write/ask-about-parts.js'
import { replaceMentions } from '../comments/replace-mentions.js'
import { noteRewritten } from './write.js'

export const editedComment = z
  .object({
    id: z.int().meta({ ref: 'comment', description: 'ID of the comment.' }),
    revision: z.int().meta({ description: 'Number of edits.' }),
    edit_time: z.date().nullable().meta({ description: 'Time of the last edit; null if it was never edited.' }),
  })
  .meta({ id: 'EditedComment', description: 'A comment after an edit.' })

interface Rewriting {
  readonly comment: Row<'comments'>
  readonly bug: BugRow
  readonly text: string
  readonly is_markdown: boolean
}

/** Permissions are checked before. @throws the errors of rules */
export async function rewriteComment(
  tx: Writer,
  caller: Call,
  { comment, bug, text, is_markdown }: Rewriting,
): Promise<z.output<typeof editedComment>> {
  const call = asChangeOf(caller, [bug])
  const { id: comment_id, is_private, count, attachment_id } = comment
  const revision = comment.revision ?? 0
  const { id: user_id } = requireUser(call.who)
  if (call.rules) {
    const shown = { id: comment_id, text: comment.text, is_private, count, attachment_id }
    const view = { before: shown, after: { ...shown, text } }
    await askAboutParts(tx, call, 'comment.update', [{ bug, view }])
  }
  const before = { comment_id, revision, text: comment.text, user_id, at: call.now, is_redacted: false }
  await tx.insert('comment_revisions', [before])
  const after = { text, is_markdown, text_folded: fold(text), revision: revision + 1, edit_time: call.now }
  await tx.update('comments', { col: 'id', eq: comment_id }, after)
  const mentioned = await replaceMentions(tx, call, { ...comment, ...after, bug }, comment)
  await noteRewritten(tx, call, [{ bug, comments: [comment_id], mentioned }])
  return { id: comment_id, revision: after.revision, edit_time: call.now }
}
