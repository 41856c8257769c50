import * as z from 'zod'
import { requireUser } from '../../call/context.js'
import { id, list, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireCommentAndBug } from '../../domain/bugs/rules/comment-and-bug.js'
import {
  loadReactions,
  reactionNames,
  reactionPeople,
  requireReactionNames,
  requireReactions,
} from '../../domain/comments/reactions.js'
import { updateVotes, vote } from '../../domain/comments/votes.js'

const names = list(word, 2 * reactionNames.length).default([])

export const updateReactions = defineWrite({
  name: 'comments.updateReactions',
  summary: 'React to a comment, or remove a reaction',
  description:
    'Adds reactions of the caller to a comment and removes some: `+1`, `-1`, `tada`, `smile`, `sad` or `heart`. Returns the ' +
    'people who gave each reaction.\n\n' +
    'Adding an existing reaction or removing a missing one changes nothing. A reaction in both lists is removed. The bug ' +
    'is not changed: no history, no change event, no email.\n\n' +
    'Fails with `reaction_invalid` for another reaction; `reactions_disabled` while `use_comment_reactions` is off; ' +
    '`product_edit_denied` if the caller cannot comment on the bug; `comment_id_invalid`, also for a comment that the ' +
    'caller cannot see.',
  errors: ['login_required', 'reactions_disabled', 'reaction_invalid', 'comment_id_invalid', 'product_edit_denied'],
  examples: [
    {
      title: 'React to a comment with +1',
      code: "const reactions = await alice.comments.updateReactions({ id: 31, add: ['+1'] })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    id: id.meta({ description: 'ID of the comment.' }),
    add: names.meta({ description: 'Reactions to add.' }),
    remove: names.meta({ description: 'Reactions to remove.' }),
  }),
  output: reactionPeople,
  async run(tx, input, call) {
    requireReactions(call)
    const removed = requireReactionNames(input.remove, 'remove')
    const added = requireReactionNames(input.add, 'add').filter((name) => !removed.includes(name))
    const { id: user_id } = requireUser(call.who)
    const { comment } = await requireCommentAndBug(tx, call, input.id)
    const { id: comment_id, has_reactions } = comment
    const own = { and: [{ col: 'comment_id', eq: comment_id } as const, { col: 'user_id', eq: user_id } as const] }
    if (removed.length > 0) await tx.delete('comment_reactions', { and: [own, { col: 'reaction', in: removed }] })
    const given = new Set((await tx.select({ from: 'comment_reactions', where: own })).map(({ reaction }) => reaction))
    const rows = added
      .filter((reaction) => !given.has(reaction))
      .map((reaction) => ({ comment_id, user_id, reaction, at: call.now }))
    if (rows.length > 0) await tx.insert('comment_reactions', rows)
    if (rows.length > 0 && !has_reactions)
      await tx.update('comments', { col: 'id', eq: comment_id }, { has_reactions: true })
    if (comment.count === 0 && [...removed, ...added].includes(vote)) await updateVotes(tx, [comment.bug_id])
    return loadReactions(tx, call, comment_id)
  },
})
