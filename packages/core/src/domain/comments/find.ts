// Comments by id, as far as the caller may see them.
import { visibleBugs, visibleComments } from '../../access/visibility.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Where } from '../../schema/index.js'

/** The comments that a caller may see, of whichever bug. */
export function readableComments(call: Call): Where<'comments'> {
  return { and: [visibleComments(call), { some: 'bug', where: visibleBugs(call) }] }
}

/** Which bug the comment is on. @throws comment_id_invalid, also for a comment that may not be seen */
export async function requireComment(
  tx: Reader,
  call: Call,
  value: number,
  field: string,
): Promise<Pick<Row<'comments'>, 'id' | 'bug_id'>> {
  const where: Where<'comments'> = { and: [{ col: 'id', eq: value }, readableComments(call)] }
  const [comment] = await tx.select({ from: 'comments', where, columns: ['id', 'bug_id'] })
  if (!comment) throw new TrackerError('comment_id_invalid', { field, value })
  return comment
}
