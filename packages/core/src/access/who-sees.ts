// Finds which of several users can see which of several bugs.
import type { Caller } from '../call/context.js'
import { schema, type Reader } from '../schema/index.js'
import type { Catalogue } from '../setup/catalogue.js'
import { matches } from '../store/index.js'
import type { BugRow } from './find-bugs.js'
import { visibleBugs } from './visibility.js'

/** Returns true if the user, one of the callers, can see the bug. */
export type SightCheck = (userId: number, bug: BugRow) => boolean

/** Loads what decides it, in two statements at most. Public bugs cost none. */
export async function loadSight(
  tx: Reader,
  catalogue: Catalogue,
  bugs: readonly BugRow[],
  callers: ReadonlyMap<number, Caller>,
): Promise<SightCheck> {
  const hidden = [...new Set(bugs.flatMap(({ id, group_count }) => (group_count > 0 ? [id] : [])))]
  if (hidden.length === 0) return () => true
  const ofBugs = { col: 'bug_id', in: hidden } as const
  const rows = {
    bug_groups: await tx.select({ from: 'bug_groups', where: ofBugs }),
    bug_cc: await tx.select({
      from: 'bug_cc',
      where: { and: [ofBugs, { col: 'user_id', in: [...callers.keys()] }] },
    }),
  }
  return (userId, bug) => {
    if (bug.group_count === 0) return true
    const who = callers.get(userId)
    return who !== undefined && matches(schema, rows, 'bugs', bug, visibleBugs({ who, catalogue }))
  }
}
