// Finds which of several users can see which of several bugs.
import type { Caller } from '../call/context.js'
import { groupBy } from '../kernel/collections.js'
import { schema, type Reader } from '../schema/index.js'
import type { Catalogue } from '../setup/catalogue.js'
import { matches } from '../store/index.js'
import type { BugRow } from './find-bugs.js'
import { visibleBugs } from './visibility.js'

/** Returns true if the user, one of the callers, can see the bug. */
export type SightCheck = (userId: number, bug: BugRow) => boolean

/** Loads the data that decides visibility, in at most two statements. Public bugs need none. */
export async function loadSight(
  tx: Reader,
  catalogue: Catalogue,
  bugs: readonly BugRow[],
  callers: ReadonlyMap<number, Caller>,
): Promise<SightCheck> {
  const hidden = [...new Set(bugs.flatMap(({ id, group_count }) => (group_count > 0 ? [id] : [])))]
  if (hidden.length === 0) return () => true
  const ofBugs = { col: 'bug_id', in: hidden } as const
  const groups = await tx.select({ from: 'bug_groups', where: ofBugs })
  const cc = await tx.select({
    from: 'bug_cc',
    where: { and: [ofBugs, { col: 'user_id', in: [...callers.keys()] }] },
  })
  // A check reads all rows that it gets: only those of its bug and user.
  const groupsOf = groupBy(groups, ({ bug_id }) => bug_id)
  const ccOf = groupBy(cc, ({ bug_id, user_id }) => `${bug_id} ${user_id}`)
  const visible = new Map([...callers].map(([id, who]) => [id, visibleBugs({ who, catalogue })]))
  return (userId, bug) => {
    if (bug.group_count === 0) return true
    const where = visible.get(userId)
    const rows = { bug_groups: groupsOf.get(bug.id) ?? [], bug_cc: ccOf.get(`${bug.id} ${userId}`) ?? [] }
    return where !== undefined && matches(schema, rows, 'bugs', bug, where)
  }
}
