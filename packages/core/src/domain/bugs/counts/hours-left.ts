// How many hours of work were left over time.
import { visibleBugs } from '../../../access/visibility.js'
import { add, type ByDay } from './by-day.js'
import type { Counting } from './count.js'
import { dayOf } from '../../../kernel/times.js'

/** Hours are texts in history: no database adds them up. */
const mostBugs = 10_000

/**
 * The remaining hours of all wanted bugs, and their changes by day. Undefined for callers who may not see hours, and
 * for too many bugs.
 */
export async function hoursLeft(
  { tx, call, wanted }: Counting,
  since: Date,
): Promise<{ readonly now: number; readonly changes: ByDay } | undefined> {
  if (!call.who.isTimeTracker && !call.who.isSystem) return undefined
  const where = { and: [wanted, visibleBugs(call)] }
  const columns = ['id', 'creation_time', 'remaining_time'] as const
  const bugs = await tx.select({ from: 'bugs', where, columns, limit: mostBugs + 1 })
  if (bugs.length > mostBugs) return undefined
  const history = await tx.select({
    from: 'bug_history',
    where: {
      and: [
        { col: 'field', eq: 'remaining_time' },
        { col: 'at', gte: since },
        { col: 'bug_id', in: bugs.map(({ id }) => id) },
      ],
    },
    columns: ['bug_id', 'at', 'removed', 'added'],
  })
  const changes = new Map<number, number>()
  const first = new Map(bugs.map(({ id, remaining_time }) => [id, remaining_time]))
  for (const { bug_id, at, removed, added } of history) {
    const change = Number(added) - Number(removed)
    add(changes, dayOf(at), change)
    first.set(bug_id, (first.get(bug_id) ?? 0) - change)
  }
  // The initial hours of a bug are its current hours minus all later changes.
  for (const { id, creation_time } of bugs)
    if (creation_time >= since) add(changes, dayOf(creation_time), first.get(id) ?? 0)
  return { now: bugs.reduce((sum, { remaining_time }) => sum + remaining_time, 0), changes }
}
