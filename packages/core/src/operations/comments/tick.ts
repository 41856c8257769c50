import { hasTaskAt } from '@trackerkit/markdown'
import * as z from 'zod'
import { mayTick, rolesIn } from '../../access/permissions.js'
import { count, id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { ruleErrors } from '../../call/host-rules.js'
import { requireCommentAndBug } from '../../domain/bugs/rules/comment-and-bug.js'
import { requireTickable } from '../../domain/comments/edit.js'
import { editedComment, rewriteComment } from '../../domain/erasure/rewrite-comment.js'
import { TrackerError } from '../../kernel/errors.js'

export const tickComment = defineWrite({
  name: 'comments.tick',
  summary: 'Tick or untick a box of a task list in a comment',
  description:
    'Writes `x` or a space into a box (`[ ]`) of a list in a Markdown comment. It is an edit with a revision, and no email is ' +
    'sent.\n\n' +
    'The author, the assignee of the bug and members of editbugs can tick boxes, however old the comment is; fails with ' +
    '`comment_edit_denied` for others. Fails with `comment_changed` if the comment is not at `expected_revision`, or has no ' +
    'box at `offset`; `comment_id_invalid`, also for a comment that the caller cannot see.',
  errors: [
    ...([
      'login_required',
      'comment_id_invalid',
      'comment_edit_denied',
      'comment_changed',
      'product_edit_denied',
    ] as const),
    ...ruleErrors,
  ],
  examples: [
    {
      title: 'Tick the first box of `- [ ] Ask`',
      code: 'const { revision } = await alice.comments.tick({ id: 31, offset: 2, is_done: true })',
    },
  ],
  access: 'required',
  input: z.strictObject({
    id: id.meta({ description: 'ID of the comment.' }),
    offset: count.meta({ description: 'Position of `[` in the text, in UTF-16 code units.' }),
    is_done: z.boolean().meta({ description: 'Whether the box is ticked.' }),
    expected_revision: count.optional().meta({
      description: 'Expected `revision` of the comment, 0 if it was never edited.',
    }),
  }),
  output: editedComment,
  async run(tx, { id: commentId, offset, is_done, expected_revision: expected }, call) {
    const { comment, bug, product } = await requireCommentAndBug(tx, call, commentId)
    requireTickable(call, comment, mayTick(rolesIn(call, product, bug)))
    const revision = comment.revision ?? 0
    if (expected !== undefined && expected !== revision)
      throw new TrackerError('comment_changed', { field: 'expected_revision', revision })
    const { text, is_markdown } = comment
    if (!is_markdown || !/^\[[ xX]\]/.test(text.slice(offset, offset + 3)) || !hasTaskAt(text, offset))
      throw new TrackerError('comment_changed', { field: 'offset', revision })
    if ((text.charAt(offset + 1) !== ' ') === is_done) return { id: commentId, revision, edit_time: comment.edit_time }
    const ticked = `${text.slice(0, offset + 1)}${is_done ? 'x' : ' '}${text.slice(offset + 2)}`
    return rewriteComment(tx, call, { comment, bug, text: ticked, is_markdown })
  },
})
