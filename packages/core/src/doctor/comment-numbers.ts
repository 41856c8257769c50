import { groupBy } from '../kernel/collections.js'
import { rowsOf } from '../moving/copy/rows.js'
import { schema } from '../schema/index.js'
import type { Check } from './check.js'

/** Comments of a bug are numbered from 0, the description, without gaps. */
export const commentNumbers: Check = {
  name: 'numbers of comments',
  holds: 'every bug has a description, and its comments are numbered without gaps',
  async find(tx, tell) {
    for await (const rows of rowsOf(tx, 'bugs', schema.bugs)) {
      const ids = rows.map((row) => row['id'] as number)
      const where = { col: 'bug_id', in: ids } as const
      const comments = await tx.select({ from: 'comments', where, columns: ['bug_id', 'count'] })
      const numbers = groupBy(comments, (row) => row.bug_id)
      for (const id of ids) {
        const given = new Set((numbers.get(id) ?? []).map(({ count }) => count))
        const missing = Array.from({ length: Math.max(1, given.size) }, (_, n) => n).find((n) => !given.has(n))
        if (missing === undefined) continue
        const text = missing === 0 ? 'it has no description' : `it has no comment ${missing}, but later ones`
        await tell({ check: this.name, place: `bugs ${id}`, text, isRepairable: false })
      }
    }
  },
}
