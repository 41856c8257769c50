// Asks rules of the embedding program about comments whose privacy an update of their bug changes.
import { groupBy } from '../../../kernel/collections.js'
import { showBugs, type Ruled } from '../host-rules/states.js'
import { viewCaller, viewCommentWrite } from '../host-rules/writes.js'
import type { Refuse } from '../rules/refuse.js'

interface ShownPrivacy {
  readonly bugId: number
  readonly write: object
}

/** Passes refusals to `refuse`, rule after rule. @throws rule_failed */
export async function checkPrivacy(ruled: Ruled, refuse: Refuse): Promise<void> {
  const checking = (ruled.call.rules?.of('comment.update') ?? []).filter(({ check }) => check)
  if (checking.length === 0 || ruled.drafts.every(({ privacy }) => privacy.length === 0)) return
  const shown = await showPrivacy(ruled)
  for (const { check } of checking) {
    for (const { bugId, write } of shown) {
      const refusal = await check?.(write)
      if (refusal) refuse(bugId, refusal)
    }
  }
}

/** The writes of the comments, as rules see them before they are written, and afterwards. */
export async function showPrivacy(ruled: Ruled): Promise<ShownPrivacy[]> {
  const { tx, call } = ruled
  const drafts = ruled.drafts.filter(({ privacy }) => privacy.length > 0)
  const ids = drafts.flatMap(({ privacy }) => privacy.map(({ comment_id }) => comment_id))
  const columns = ['id', 'text', 'count', 'attachment_id'] as const
  const comments = groupBy(
    await tx.select({ from: 'comments', where: { col: 'id', in: ids }, columns }),
    ({ id }) => id,
  )
  const bugs = await showBugs({ ...ruled, drafts }, call.rules?.of('comment.update') ?? [])
  const caller = viewCaller(call)
  return [...bugs].flatMap(([{ row, privacy }, bug]) =>
    privacy.flatMap(({ comment_id, is_private }) =>
      (comments.get(comment_id) ?? []).map((comment) => {
        const [before, after] = [
          { ...comment, is_private: !is_private },
          { ...comment, is_private },
        ]
        return { bugId: row.id, write: viewCommentWrite('comment.update', caller, bug, before, after) }
      }),
    ),
  )
}
