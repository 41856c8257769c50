import * as z from 'zod'
import { requireBug } from '../tool/bugs.js'
import { bugNumber } from '../tool/inputs.js'
import { defineTool } from '../tool/tool.js'

export const addComment = defineTool({
  name: 'add_comment',
  title: 'Comment on a bug',
  description: 'Adds a comment to a bug. All users who can see the bug can read it unless it is private.',
  isWrite: true,
  input: z.strictObject({
    id: bugNumber,
    comment: z.string().min(1).max(65_535).describe('Text of the comment.'),
    is_private: z.boolean().optional().describe('Only insiders can read it. The account must be one.'),
    is_markdown: z.boolean().optional().describe('The text is Markdown. Default: plain text.'),
  }),
  output: z.object({ comment_id: z.int() }),
  async run(context, { id, comment, is_private, is_markdown }) {
    await requireBug(context, id)
    const { id: comment_id } = await context.operations.comments.create({ id, comment, is_private, is_markdown })
    return { comment_id }
  },
})
