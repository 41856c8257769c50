import { z } from 'zod'
import { requireBug } from '../bugs.js'
import { bugNumber } from '../inputs.js'
import { defineTool } from '../tool.js'

export const addComment = defineTool({
  name: 'add_comment',
  title: 'Comment on a bug',
  description: 'Adds a comment to a bug, as plain text that everybody who sees the bug can read.',
  isWrite: true,
  input: z.object({ id: bugNumber, comment: z.string().min(1).max(65_535).describe('What to say.') }),
  async run(context, { id, comment }) {
    await requireBug(context, id)
    return { comment_id: (await context.operations.comments.create({ id, comment })).id }
  },
})
