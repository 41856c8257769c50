// Filters a change for one user, by the same predicates and views as responses.
import { visibleBugs, visibleComments, visibleHistory } from '../../access/visibility.js'
import type { BugRow } from '../../access/find-bugs.js'
import { withoutHiddenBugs } from '../../access/hidden-references.js'
import { selectComments, viewComments, type CommentView } from '../../domain/comments/view.js'
import type { Call } from '../../call/context.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import type { Reader, Row } from '../../schema/index.js'

export interface SeenComment extends CommentView {
  readonly type: string
}

export interface Seen {
  readonly bug: BugRow
  readonly changes: readonly Row<'bug_history'>[]
  readonly comments: readonly SeenComment[]
}

const allOfComments = createFieldFilter({ exclude_fields: ['reactions'] })

/** The bug, when the person may see it. */
export async function seenBug(reader: Reader, call: Call, bugId: number): Promise<BugRow | undefined> {
  const [bug] = await reader.select({ from: 'bugs', where: { and: [{ col: 'id', eq: bugId }, visibleBugs(call)] } })
  return bug
}

/** The changes that the person may see, of bugs that they may see. */
export async function seenChanges(reader: Reader, call: Call, ids: readonly number[]): Promise<Row<'bug_history'>[]> {
  if (ids.length === 0) return []
  const where = { and: [{ col: 'id', in: ids } as const, visibleHistory(call)] }
  return withoutHiddenBugs(reader, call, await reader.select({ from: 'bug_history', where, order: [{ col: 'id' }] }))
}

/** The nonempty comments that the person may see, of bugs that they may see. */
export async function seenComments(reader: Reader, call: Call, ids: readonly number[]): Promise<SeenComment[]> {
  if (ids.length === 0) return []
  const where = { and: [{ col: 'id', in: ids } as const, visibleComments(call)] }
  const rows = await selectComments(reader, allOfComments, where)
  const views = await viewComments(reader, call, rows, allOfComments)
  const comments = rows.map(({ id, type }) => ({ ...(views.get(id) as CommentView), type }))
  return comments.filter((comment) => comment.text !== '' || comment.count === 0)
}

/** Returns the parts that the user may see, or undefined if there are none. */
export async function seenBy(
  reader: Reader,
  call: Call,
  bugId: number,
  ids: { readonly is_new: boolean; readonly history: readonly number[]; readonly comments: readonly number[] },
): Promise<Seen | undefined> {
  const bug = await seenBug(reader, call, bugId)
  if (!bug) return undefined
  const changes = await seenChanges(reader, call, ids.history)
  const comments = await seenComments(reader, call, ids.comments)
  return ids.is_new || changes.length + comments.length > 0 ? { bug, changes, comments } : undefined
}
