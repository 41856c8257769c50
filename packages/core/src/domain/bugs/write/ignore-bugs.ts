// A user may mute a bug.
import type { Writer } from '../../../schema/index.js'
import { followStates, inState, marksOf, setMarks } from '../../marks/set.js'

/** Mutes bugs for one user, or no longer. It is no change of the bugs. */
export async function ignoreBugs(
  tx: Writer,
  user_id: number,
  bugIds: readonly number[],
  isIgnored: boolean,
): Promise<void> {
  if (isIgnored) return setMarks(tx, user_id, bugIds, followStates.muted)
  const muted = { and: [marksOf(user_id, bugIds), inState('muted')] }
  await tx.update('bug_marks', muted, followStates.none)
}
