import { derivation } from './check.js'

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
