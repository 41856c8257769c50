import { z } from 'zod'
import { requireBug } from '../tool/bugs.js'
import { bugNumber } from '../tool/inputs.js'
import { defineTool } from '../tool/tool.js'

export const addComment = defineTool({
  name: 'add_comment',
  title: 'Comment on a bug',
  description:
    'Adds a comment to a bug, as plain text. All users who can see the bug can read it unless it is private.',
  isWrite: true,
  input: z.strictObject({
    id: bugNumber,
    comment: z.string().min(1).max(65_535).describe('Text of the comment.'),
    is_private: z.boolean().optional().describe('Only insiders can read it. The account must be one.'),
  }),
  output: z.object({ comment_id: z.int() }),
  async run(context, { id, comment, is_private }) {
    await requireBug(context, id)
    return { comment_id: (await context.operations.comments.create({ id, comment, is_private })).id }
  },
})
