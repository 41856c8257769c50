// A user may mute a bug.
import type { Writer } from '../../../schema/index.js'
import { insertMissingMarks } from '../../marks/insert-missing.js'

/** Mutes bugs for one user, or no longer. It is no change of the bugs. */
export async function ignoreBugs(
  tx: Writer,
  user_id: number,
  bugIds: readonly number[],
  isIgnored: boolean,
): Promise<void> {
  const own = [{ col: 'user_id', eq: user_id } as const, { col: 'bug_id', in: bugIds } as const]
  if (!isIgnored) {
    const muted = [...own, { col: 'following', eq: false } as const]
    return void (await tx.update('bug_marks', { and: muted }, { following: null }))
  }
  const known = await tx.update('bug_marks', { and: own }, { following: false })
  if (known < bugIds.length) await insertMissingMarks(tx, user_id, bugIds, { following: false }, known === 0)
}
