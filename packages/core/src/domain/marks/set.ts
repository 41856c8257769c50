// Rows of bug_marks exist only where there is something to remember.
import type { Row, Where, Writer } from '../../schema/index.js'
import { difference } from '../bugs/state/changes.js'

export type Mark = Row<'bug_marks'>

/** How a user follows a bug; `none`: as roles and comments say. */
export const followStates = {
  none: { following: null, following_off: null },
  followed: { following: true, following_off: null },
  muted: { following: false, following_off: null },
  off: { following: null, following_off: true },
} as const

/** The states that users choose. */
export const chosenStates = ['followed', 'muted', 'off'] as const satisfies readonly (keyof typeof followStates)[]
export type ChosenState = (typeof chosenStates)[number]

export function inState(state: ChosenState): Where<'bug_marks'> {
  if (state === 'off') return { col: 'following_off', eq: true }
  return { col: 'following', eq: state === 'followed' }
}

export const blankMark = {
  last_visit_ts: null,
  seen_until: null,
  later_until: null,
  ...followStates.none,
} as const

/** The marks that a user has of these bugs. */
export function marksOf(userId: number, bugIds: readonly number[]): Where<'bug_marks'> {
  return {
    and: [
      { col: 'user_id', eq: userId },
      { col: 'bug_id', in: bugIds },
    ],
  }
}

/** Sets columns of the marks of a user for bugs, each named once. */
export async function setMarks(
  tx: Writer,
  user_id: number,
  bugIds: readonly number[],
  set: Partial<Omit<Mark, 'user_id' | 'bug_id'>>,
): Promise<void> {
  if (bugIds.length === 0) return
  const where = marksOf(user_id, bugIds)
  const known = await tx.update('bug_marks', where, set)
  if (known === bugIds.length) return
  const there = known === 0 ? [] : await tx.select({ from: 'bug_marks', where, columns: ['bug_id'] })
  const missing = difference(
    there.map((row) => row.bug_id),
    bugIds,
  ).added
  await tx.insert(
    'bug_marks',
    missing.map((bug_id) => ({ ...blankMark, ...set, user_id, bug_id })),
  )
}
