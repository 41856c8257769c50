import * as z from 'zod'
import { id } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { requireComment } from '../../domain/comments/find.js'
import { loadReactions, reactionPeople, requireReactions } from '../../domain/comments/reactions.js'

export const getReactions = defineRead({
  name: 'comments.reactions',
  summary: 'Get the users who reacted to a comment',
  description:
    'Returns the people who gave each reaction to a comment, the earliest first and at most 1,000 in all.\n\n' +
    'Fails with `reactions_disabled` while `use_comment_reactions` is off; `comment_id_invalid`, also for a comment that ' +
    'the caller cannot see.',
  errors: ['reactions_disabled', 'comment_id_invalid'],
  examples: [
    {
      title: 'Count the +1 reactions to a comment',
      code: "const reactions = await alice.comments.reactions({ id: 31 }); reactions['+1']?.length",
    },
  ],
  access: 'optional',
  input: z.strictObject({ id: id.meta({ description: 'ID of the comment.' }) }),
  output: reactionPeople,
  async run(tx, input, call) {
    requireReactions(call)
    const comment = await requireComment(tx, call, input.id, 'id')
    return loadReactions(tx, call, comment.id)
  },
})
