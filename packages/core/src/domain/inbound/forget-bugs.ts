// Items that came in keep no number of a bug that is no more.
import type { Writer } from '../../schema/index.js'

/** How many items are in memory at once. */
const atOnce = 1000

/** Reads all items: no index leads to them, they are kept for 90 days at most, and bugs are rarely deleted. */
export async function forgetBugs(tx: Writer, ids: readonly number[]): Promise<void> {
  const gone = new Set(ids)
  for (let last = 0, isOver = false; !isOver;) {
    const rows = await tx.select({
      from: 'inbound',
      where: { col: 'id', gt: last },
      order: [{ col: 'id' }],
      columns: ['id', 'bug_ids'],
      limit: atOnce,
    })
    for (const { id, bug_ids } of rows) {
      const kept = (bug_ids as number[]).filter((bug) => !gone.has(bug))
      if (kept.length < (bug_ids as number[]).length)
        await tx.update('inbound', { col: 'id', eq: id }, { bug_ids: kept })
    }
    isOver = rows.length < atOnce
    last = rows.at(-1)?.id ?? last
  }
}
