import * as z from 'zod'
import { id, list, mostTags, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { fold } from '../../store/index.js'
import { requireComment } from '../../domain/comments/find.js'
import { requireTagger, requireTags, writeTags } from '../../domain/comments/tags.js'

// Contract: Comments, Update Comment Tags.
export const updateCommentTags = defineWrite({
  name: 'comments.updateTags',
  summary: 'Add tags to a comment and remove tags from it',
  description:
    'Adds tags to a comment and removes tags from it; returns its tags by name.\n\n' +
    'Tags keep their case and are compared without it. Adding an existing tag or removing a missing one changes ' +
    'nothing. A tag in both lists is removed. The bug is not changed, and no email is sent.\n\n' +
    'Fails with `auth_failure` outside comment_taggers_group.',
  errors: [
    'login_required',
    'comment_tag_disabled',
    'auth_failure',
    'comment_id_invalid',
    'comment_tag_invalid',
    'comment_tag_too_long',
    'comment_tag_too_short',
  ],
  examples: [
    {
      title: 'Tag a comment as spam',
      code: "const tags = await alice.comments.updateTags({ comment_id: 34, add: ['spam'] })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    comment_id: id.meta({ description: 'ID of the comment.' }),
    add: list(word, mostTags)
      .default([])
      .meta({ description: 'Tags of 3 to 24 letters, digits, dots, underscores and hyphens.' }),
    remove: list(word, mostTags)
      .default([])
      .meta({ description: 'Tags of 3 to 24 letters, digits, dots, underscores and hyphens.' }),
  }),
  output: z.array(z.string()),
  async run(tx, input, call) {
    requireTagger(call)
    const comment = await requireComment(tx, call, input.comment_id, 'comment_id')
    const unwanted = new Set(input.remove.map((tag) => fold(tag.trim())))
    const before = await tx.select({ from: 'comment_tags', where: { col: 'comment_id', eq: comment.id } })
    const tags = new Map(before.map((row) => [row.tag_folded, row.tag]))
    const added = requireTags(input.add, 'add').filter((tag) => !tags.has(fold(tag)) && !unwanted.has(fold(tag)))
    const removed = before.flatMap((row) => (unwanted.has(row.tag_folded) ? [row.tag] : []))
    await writeTags(tx, call, [{ comment, added, removed }])
    for (const tag of removed) tags.delete(fold(tag))
    for (const tag of added) tags.set(fold(tag), tag)
    return [...tags].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag)
  },
})
