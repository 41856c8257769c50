import { groupBy } from '../kernel/collections.js'
import { percentageComplete, roundHours } from '../domain/comments/hours.js'
import { countVotes } from '../domain/comments/votes.js'
import type { Reader } from '../schema/index.js'
import { derivation } from './check.js'

/** Columns of bugs that are derived from comments, their reactions, groups and status. */
export const bugColumns = derivation({
  name: 'columns of bugs',
  holds: 'numbers of comments, votes and groups, hours and whether a bug is open agree with the rows they come from',
  entity: 'bugs',
  async derive(tx, bugs) {
    const ids = bugs.map((bug) => bug.id)
    const comments = await loadComments(tx, ids)
    const groups = groupBy(
      await tx.select({ from: 'bug_groups', where: { col: 'bug_id', in: ids } }),
      (row) => row.bug_id,
    )
    const open = await openStatuses(tx)
    const votes = await countVotes(tx, ids)
    return bugs.map((bug) => {
      const said = comments.get(bug.id) ?? []
      const actual_time = roundHours(said.reduce((sum, { work_time }) => sum + work_time, 0))
      return {
        is_open: open.has(bug.status_id),
        group_count: groups.get(bug.id)?.length ?? 0,
        comment_count: said.length,
        public_comment_count: said.filter(({ is_private }) => !is_private).length,
        actual_time,
        percentage_complete: percentageComplete(actual_time, bug.remaining_time),
        votes: votes.get(bug.id) ?? 0,
      }
    })
  },
})

async function loadComments(tx: Reader, bugs: readonly number[]) {
  const where = { col: 'bug_id', in: bugs } as const
  const columns = ['bug_id', 'is_private', 'work_time'] as const
  return groupBy(await tx.select({ from: 'comments', where, columns }), (row) => row.bug_id)
}

async function openStatuses(tx: Reader): Promise<Set<number>> {
  const open = await tx.select({ from: 'legal_values', where: { col: 'is_open', eq: true }, columns: ['id'] })
  return new Set(open.map(({ id }) => id))
}
