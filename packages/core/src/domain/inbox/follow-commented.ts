// Users who comment on a bug follow it, unless they follow or muted it already.
import type { Writer } from '../../schema/index.js'
import { insertMissingMarks } from '../marks/insert-missing.js'

export async function followAsCommenter(
  tx: Writer,
  comments: readonly { readonly by: number; readonly bug_id: number }[],
): Promise<void> {
  const bugs = new Map<number, Set<number>>()
  for (const { by, bug_id } of comments) bugs.set(by, (bugs.get(by) ?? new Set()).add(bug_id))
  for (const [user_id, ids] of bugs) {
    const own = [{ col: 'user_id', eq: user_id } as const, { col: 'bug_id', in: [...ids] } as const]
    await tx.update('bug_marks', { and: [...own, { col: 'following', eq: null }] }, { following: true })
    await insertMissingMarks(tx, user_id, [...ids], { following: true })
  }
}
