// Comments by id, as far as the caller may see them.
import { visibleBugs, visibleComments } from '../../access/visibility.js'
import type { Call } from '../../call/context.js'
import { maxId } from '../../call/define/inputs.js'
import { TrackerError } from '../../kernel/errors.js'
import { must } from '../../kernel/must.js'
import type { Reader, Row, Where } from '../../schema/index.js'

/** The comments that a caller may see, of whichever bug. */
export function readableComments(call: Call): Where<'comments'> {
  return { and: [visibleComments(call), { some: 'bug', where: visibleBugs(call) }] }
}

/** @throws comment_id_invalid, also for a comment that may not be seen */
export async function requireComment(tx: Reader, call: Call, value: number, field: string): Promise<Row<'comments'>> {
  const [comment] = await requireComments(tx, call, [value], field)
  return must(comment, 'comment', value)
}

/** The comments, in the order asked, each once. @throws comment_id_invalid for the first that may not be seen */
export async function requireComments(
  tx: Reader,
  call: Call,
  ids: readonly number[],
  field: string,
): Promise<Row<'comments'>[]> {
  const wanted = [...new Set(ids)]
  const known = { col: 'id', in: wanted.filter((id) => id <= maxId) } as const
  const rows = await tx.select({ from: 'comments', where: { and: [known, readableComments(call)] } })
  const found = new Map(rows.map((row) => [row.id, row]))
  return wanted.map((value) => {
    const row = found.get(value)
    if (row) return row
    throw new TrackerError('comment_id_invalid', { field, value })
  })
}
