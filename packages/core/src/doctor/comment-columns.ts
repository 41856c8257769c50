import { derivation } from './check.js'

/** Comments with reactions are marked. The mark may outlast the reactions. */
export const reactedComments = derivation({
  name: 'comments with reactions',
  holds: 'comments with reactions are marked, because the reactions of others are not read',
  entity: 'comments',
  async derive(tx, rows) {
    const where = { col: 'comment_id', in: rows.map(({ id }) => id) } as const
    const found = await tx.countBy({
      from: 'comment_reactions',
      where,
      by: [{ col: 'comment_id' }],
      limit: rows.length,
    })
    const reacted = new Set(found.map(({ key: [id] }) => id))
    return rows.map(({ id, has_reactions }) => ({ has_reactions: reacted.has(id) || has_reactions }))
  },
})

/** How often each comment tag is in use. */
export const tagWeights = derivation({
  name: 'tag weights',
  holds: 'the weight of a comment tag is the number of comments that have it',
  entity: 'comment_tag_weights',
  async derive(tx, rows) {
    const counted: { weight: number }[] = []
    for (const { tag_folded } of rows)
      counted.push({ weight: await tx.count('comment_tags', { col: 'tag_folded', eq: tag_folded }) })
    return counted
  },
})
