import { derivation } from './check.js'

/** Deleted bugs leave no number. */
export const inboundBugs = derivation({
  name: 'bugs of incoming items',
  holds: 'the bugs that an incoming item concerns exist',
  entity: 'inbound',
  async derive(tx, rows) {
    const named = [...new Set(rows.flatMap(({ bug_ids }) => bug_ids as number[]))]
    const found = await tx.select({ from: 'bugs', where: { col: 'id', in: named }, columns: ['id'] })
    const there = new Set(found.map(({ id }) => id))
    return rows.map(({ bug_ids }) => ({ bug_ids: (bug_ids as number[]).filter((id) => there.has(id)) }))
  },
})
