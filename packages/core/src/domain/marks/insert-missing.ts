// Rows of bug_marks exist only where there is something to remember.
import type { Row, Writer } from '../../schema/index.js'
import { difference } from '../bugs/state/changes.js'

export type Mark = Row<'bug_marks'>

export const blankMark = {
  last_visit_ts: null,
  seen_until: null,
  later_until: null,
  following: null,
} as const

/** Adds marks of a user for those of the bugs, each named once, that have none. `isNone`: none of them has one. */
export async function insertMissingMarks(
  tx: Writer,
  user_id: number,
  bugIds: readonly number[],
  set: Partial<Omit<Mark, 'user_id' | 'bug_id'>>,
  isNone = false,
): Promise<void> {
  const where = { and: [{ col: 'user_id', eq: user_id } as const, { col: 'bug_id', in: bugIds } as const] }
  const known = isNone ? [] : await tx.select({ from: 'bug_marks', where, columns: ['bug_id'] })
  const missing = difference(
    known.map((row) => row.bug_id),
    bugIds,
  ).added
  if (missing.length === 0) return
  await tx.insert(
    'bug_marks',
    missing.map((bug_id) => ({ ...blankMark, ...set, user_id, bug_id })),
  )
}
