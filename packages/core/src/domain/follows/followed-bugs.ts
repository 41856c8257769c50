// The bugs that a user follows, muted or stopped following, by the index of each.
import { visibleBugs } from '../../access/visibility.js'
import { requireUser, type Call } from '../../call/context.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { chosenStates, inState, type ChosenState } from '../marks/set.js'

export type FollowedBug = Pick<Row<'bugs'>, 'id' | 'summary' | 'is_open'>
export type FollowedBugs = Readonly<Record<ChosenState, readonly FollowedBug[]>>

/** Rows of a list: those after `offset`, `limit` at most. */
export interface Slice {
  readonly offset: number
  readonly limit: number
}

interface FoundBugs {
  readonly bugs: FollowedBugs
  readonly total: number
}

export const noBugs: FoundBugs = { bugs: { followed: [], muted: [], off: [] }, total: 0 }

/** Returns a part of the list of visible bugs, by state and ID, and the number of all. */
export async function loadFollowedBugs(
  tx: Reader,
  call: Call,
  slice: Slice | undefined,
  bugId?: number,
): Promise<FoundBugs> {
  let { bugs, total } = noBugs
  for (const state of chosenStates) {
    const where = visibleMarks(call, state, bugId)
    const size = slice && (await tx.count('bug_marks', where))
    const part = slice && sliceFrom(slice, total)
    const marks =
      part?.limit === 0
        ? []
        : await tx.select({ from: 'bug_marks', where, order: [{ col: 'bug_id' }], ...part, columns: ['bug_id'] })
    const found = await loadBugs(
      tx,
      marks.map((mark) => mark.bug_id),
    )
    bugs = { ...bugs, [state]: found }
    total += size ?? found.length
  }
  return { bugs, total }
}

/** The part of a slice that is in a list, which begins at this place of the whole. */
export function sliceFrom({ offset, limit }: Slice, begin: number): Slice {
  const skipped = Math.max(0, begin - offset)
  return { offset: Math.max(0, offset - begin), limit: Math.max(0, limit - skipped) }
}

function visibleMarks(call: Call, state: ChosenState, bugId: number | undefined): Where<'bug_marks'> {
  const { id } = requireUser(call.who)
  const isBug: Where<'bug_marks'>[] = bugId === undefined ? [] : [{ col: 'bug_id', eq: bugId }]
  const isVisible: Where<'bug_marks'> = { some: 'bug', where: visibleBugs(call) }
  return { and: [{ col: 'user_id', eq: id }, inState(state), ...isBug, isVisible] }
}

async function loadBugs(tx: Reader, ids: readonly number[]): Promise<readonly FollowedBug[]> {
  if (ids.length === 0) return []
  return tx.select({ from: 'bugs', where: { col: 'id', in: ids }, columns: ['id', 'summary', 'is_open'] })
}
