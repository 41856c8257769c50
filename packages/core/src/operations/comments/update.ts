import * as z from 'zod'
import { count, id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { ruleErrors } from '../../call/host-rules.js'
import { requireCommentAndBug } from '../../domain/bugs/rules/comment-and-bug.js'
import { requireCommentEditable } from '../../domain/comments/edit.js'
import { requireMarkdown } from '../../domain/comments/markdown.js'
import { commentText } from '../../domain/comments/text.js'
import { editedComment, rewriteComment } from '../../domain/erasure/rewrite-comment.js'
import { TrackerError } from '../../kernel/errors.js'

export const updateComment = defineWrite({
  name: 'comments.update',
  summary: 'Edit the text of a comment',
  description:
    'Replaces the text of a comment. The earlier text is kept as a revision; `comments.redact` deletes text ' +
    'permanently.\n\n' +
    'Authors can edit their comments for the number of minutes in the parameter `comment_edit_minutes` (0: no ' +
    'editing, -1: no limit), administrators all comments unless it is 0. No email is sent. The same text changes ' +
    'nothing.\n\n' +
    'Fails with `comment_edit_denied` without permission; `comment_changed` if the comment is not at ' +
    '`expected_revision`; `comment_id_invalid`, also for a comment that the caller cannot see.',
  errors: [
    ...ruleErrors,
    'param_required',
    'comment_id_invalid',
    'comment_edit_denied',
    'comment_changed',
    'comment_too_long',
    'markdown_disabled',
    'product_edit_denied',
  ],
  examples: [
    {
      title: 'Edit a comment unless it was edited since',
      code: "const { revision } = await alice.comments.update({ id: 31, text: 'It glows green', expected_revision: 0 })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    id: id.meta({ description: 'ID of the comment.' }),
    text: commentText.meta({ description: 'New text, at most 65,535 characters.' }),
    is_markdown: z.boolean().optional().meta({ description: 'Whether the text is Markdown. Unchanged by default.' }),
    expected_revision: count.optional().meta({
      description: 'Expected `revision` of the comment, 0 if it was never edited.',
    }),
  }),
  output: editedComment,
  async run(tx, { id: commentId, text, is_markdown: wanted, expected_revision: expected }, caller) {
    const { comment, bug } = await requireCommentAndBug(tx, caller, commentId)
    requireCommentEditable(caller, comment)
    const revision = comment.revision ?? 0
    if (expected !== undefined && expected !== revision)
      throw new TrackerError('comment_changed', { field: 'expected_revision', revision })
    // Descriptions, and comments about an attachment or a duplicate, can be empty.
    if (text === '' && comment.count > 0 && comment.type === 'normal')
      throw new TrackerError('param_required', { field: 'text' })
    const is_markdown = wanted ?? comment.is_markdown
    if (is_markdown && !comment.is_markdown) requireMarkdown(caller, 'is_markdown')
    if (text === comment.text && is_markdown === comment.is_markdown)
      return { id: commentId, revision, edit_time: comment.edit_time }
    return rewriteComment(tx, caller, { comment, bug, text, is_markdown })
  },
})
