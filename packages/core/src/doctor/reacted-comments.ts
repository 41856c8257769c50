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
