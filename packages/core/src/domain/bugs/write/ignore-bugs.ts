// A user may want no mail about a bug.
import type { Writer } from '../../../schema/index.js'
import { difference } from '../state/changes.js'

/** Switches mail about bugs off or on for one user. It is no change of the bugs. */
export async function ignoreBugs(
  tx: Writer,
  user_id: number,
  bugIds: readonly number[],
  isIgnored: boolean,
): Promise<void> {
  const where = { and: [{ col: 'user_id', eq: user_id } as const, { col: 'bug_id', in: bugIds } as const] }
  if (!isIgnored) return void (await tx.delete('bug_ignores', where))
  const known = await tx.select({ from: 'bug_ignores', where })
  const missing = difference(
    known.map((row) => row.bug_id),
    bugIds,
  ).added
  if (missing.length === 0) return
  await tx.insert(
    'bug_ignores',
    missing.map((bug_id) => ({ user_id, bug_id })),
  )
}
