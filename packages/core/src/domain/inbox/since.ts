// Rows of many bugs since a time that each has.
import type { Call } from '../../call/context.js'
import { groupBy } from '../../kernel/collections.js'
import type { Awaitable } from '../../store/index.js'

/** A bug, and the time after which something is new. */
export interface Since {
  readonly bug_id: number
  readonly since: Date
}

/** Rows read at once. If one bug has more, the counts of it are too low. */
export const mostRows = 5000

/** Bugs with the same time together: shorter statements. Most have that of the horizon. */
export function bySince(bugs: readonly Since[]): [since: Date, bugIds: number[]][] {
  const groups = groupBy(bugs, ({ since }) => since.getTime())
  return Array.from(groups, ([time, same]) => [new Date(time), same.map(({ bug_id }) => bug_id)])
}

/** Reads up to `mostRows` rows of several bugs; if there are more, of half of them at a time, so that each has its rows. */
export async function selectSince<T>(
  call: Call,
  bugs: readonly Since[],
  select: (bugs: readonly Since[]) => Awaitable<readonly T[]>,
): Promise<readonly T[]> {
  if (bugs.length === 0) return []
  const rows = await select(bugs)
  if (rows.length < mostRows || bugs.length === 1) return rows
  await call.timeBudget.step()
  const half = Math.ceil(bugs.length / 2)
  const first = await selectSince(call, bugs.slice(0, half), select)
  return [...first, ...(await selectSince(call, bugs.slice(half), select))]
}
