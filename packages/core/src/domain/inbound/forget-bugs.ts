// Items that came in keep no number of a bug that is no more.
import type { Writer } from '../../schema/index.js'

/** How many items are in memory at once. */
const atOnce = 1000

/** Outcomes of items that can have bugs. */
const outcomes = ['done', 'held'] as const

/** Reads all items with bugs: no index leads to single ones, they are kept for 30 days, and bugs are rarely deleted. */
export async function forgetBugs(tx: Writer, ids: readonly number[]): Promise<void> {
  const gone = new Set(ids)
  for (const outcome of outcomes)
    for (let offset = 0, isOver = false; !isOver; offset += atOnce) {
      const rows = await tx.select({
        from: 'inbound',
        where: { col: 'outcome', eq: outcome },
        order: [{ col: 'time' }, { col: 'id' }],
        columns: ['id', 'bug_ids'],
        offset,
        limit: atOnce,
      })
      for (const { id, bug_ids } of rows) {
        const kept = (bug_ids as number[]).filter((bug) => !gone.has(bug))
        if (kept.length < (bug_ids as number[]).length)
          await tx.update('inbound', { col: 'id', eq: id }, { bug_ids: kept })
      }
      isOver = rows.length < atOnce
    }
}
