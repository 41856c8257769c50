import { z } from 'zod'
import { count, word } from '../inputs.js'
import { defineRead } from '../operation.js'
import { fold } from '../store/index.js'
import { shownComments } from './find.js'
import { requireTagger } from './tags.js'

const most = 1000

/**
 * The comment tags in use whose name contains a text, the most used first. Contract: Comments, Search Comment Tags.
 *
 * `query`: any part of the name, without regard to case. `limit`: at most so many; 0 and more than 1,000 mean 1,000. Tags that are only on comments which the
 * caller may not see are not found.
 *
 * @throws login_required (410), comment_tag_disabled (125), auth_failure (304) outside comment_taggers_group,
 *   param_required (50) without query
 * @example const tags = await alice.comments.searchTags({ query: 'spa' })
 */
export const searchCommentTags = defineRead({
  name: 'comments.searchTags',
  summary: 'The comment tags whose name contains a text',
  access: 'required',
  input: z.strictObject({ query: word, limit: count.default(10) }),
  output: z.array(z.string()),
  async run(tx, { query, limit }, call) {
    requireTagger(call)
    const isShown = { some: 'uses', where: { some: 'comment', where: shownComments(call) } } as const
    const found = await tx.select({
      from: 'comment_tag_weights',
      where: { and: [{ col: 'tag_folded', contains: fold(query.trim()) }, isShown] },
      order: [{ col: 'weight', desc: true }],
      columns: ['tag'],
      limit: limit === 0 ? most : Math.min(limit, most),
    })
    return found.map((row) => row.tag)
  },
})
