// Permission to edit the text of a comment, and its time limit.
import { hasRight, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Row } from '../../schema/index.js'

const minute = 60_000

/** A limit that keeps the list of revisions short. */
const mostEdits = 1000

type Editable = Pick<Row<'comments'>, 'id' | 'creator_id' | 'creation_time' | 'revision'>

/** Returns whether the caller may edit a comment, given that they may change its bug. */
export function mayEditComment(call: Call, comment: Editable): boolean {
  return refusalOf(call, comment) === undefined
}

/** Authors within the time of the parameter, and administrators, unless it is off. @throws comment_edit_denied */
export function requireCommentEditable(call: Call, comment: Editable): void {
  const reason = refusalOf(call, comment)
  if (reason) throw new TrackerError('comment_edit_denied', { field: 'id', value: comment.id, reason })
}

function refusalOf(
  call: Call,
  { creator_id, creation_time, revision }: Editable,
): 'off' | 'often' | 'other' | 'late' | undefined {
  const minutes = Number(call.catalogue.parameters.comment_edit_minutes)
  if (minutes === 0) return 'off'
  if ((revision ?? 0) >= mostEdits) return 'often'
  if (hasRight(call, 'admin')) return undefined
  if (creator_id !== call.who.user?.id) return 'other'
  const isLate = minutes > 0 && call.now.getTime() > creation_time.getTime() + minutes * minute
  return isLate ? 'late' : undefined
}

/**
 * Authors and users who are responsible for the bug may tick boxes, however old the comment is.
 * @throws comment_edit_denied
 */
export function requireTickable({ who }: Call, comment: Editable, isResponsible: boolean): void {
  const mayTick = isResponsible || comment.creator_id === who.user?.id
  const reason = !mayTick ? 'other' : (comment.revision ?? 0) >= mostEdits ? 'often' : undefined
  if (reason) throw new TrackerError('comment_edit_denied', { field: 'id', value: comment.id, reason })
}
