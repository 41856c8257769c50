// Saved searches, as far as a caller may see them.
import type { Caller } from '../../call/context.js'
import { rowsById } from '../../call/define/refs.js'
import type { Reader, Row, Where } from '../../schema/index.js'

/** The kind of a saved query: a search, or a report, whose parameters have the same format. */
export const savedKinds = ['search', 'report'] as const

export function ownSearches({ user }: Caller): Where<'saved_searches'> {
  return { col: 'user_id', in: user ? [user.id] : [] }
}

/** Returns the searches shared with a group of the caller. */
export function sharedSearches({ groupIds }: Caller): Where<'saved_searches'> {
  return { col: 'shared_group_id', in: [...groupIds] }
}

/** The searches with these ids, each once. @throws object_does_not_exist for the first that is not among the visible */
export async function requireSearches(
  tx: Reader,
  visible: Where<'saved_searches'>,
  ids: readonly number[],
): Promise<Row<'saved_searches'>[]> {
  const rows = await tx.select({ from: 'saved_searches', where: { and: [{ col: 'id', in: ids }, visible] } })
  return rowsById(rows, 'saved search', ids)
}
