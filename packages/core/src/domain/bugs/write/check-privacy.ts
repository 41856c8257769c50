// Asks rules of the embedding program about comments whose privacy an update of their bug changes.
import { showBugs, type Ruled } from '../host-rules/states.js'
import { viewCaller, viewCommentWrite } from '../host-rules/writes.js'
import type { Refuse } from '../rules/refuse.js'
import { askRules, type ShownWrite } from './ask-rules.js'

/** @throws as askRules */
export async function checkPrivacy(ruled: Ruled, refuse: Refuse): Promise<void> {
  const asked = ruled.call.rules?.of('comment.update') ?? []
  if (!asked.some(({ check }) => check) || ruled.drafts.every(({ privacy }) => privacy.length === 0)) return
  await askRules(asked, await showPrivacy(ruled), refuse)
}

/** The writes of the comments, as rules see them before they are written, and afterwards. */
export async function showPrivacy(ruled: Ruled): Promise<ShownWrite[]> {
  const { tx, call } = ruled
  const drafts = ruled.drafts.filter(({ privacy }) => privacy.length > 0)
  const ids = drafts.flatMap(({ privacy }) => privacy.map(({ comment_id }) => comment_id))
  const columns = ['id', 'text', 'count', 'attachment_id'] as const
  const rows = await tx.select({ from: 'comments', where: { col: 'id', in: ids }, columns })
  const comments = new Map(rows.map((comment) => [comment.id, comment]))
  const bugs = await showBugs({ ...ruled, drafts }, call.rules?.of('comment.update') ?? [])
  const caller = viewCaller(call)
  return [...bugs].flatMap(([{ row, privacy }, bug]) =>
    privacy.flatMap(({ comment_id, is_private }) => {
      const comment = comments.get(comment_id)
      if (!comment) return []
      const before = { ...comment, is_private: !is_private }
      const after = { ...comment, is_private }
      return [{ bugId: row.id, write: viewCommentWrite('comment.update', caller, bug, before, after) }]
    }),
  )
}
