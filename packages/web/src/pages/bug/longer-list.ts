// More bugs of the list that a page goes through.
import type { Client } from '../../page/operations.js'
import { mostBugs, type ListContext } from '../../state/list-context.js'
import { criteriaOf } from '../query/query.js'

/**
 * The list with more of its bugs, if the next ones are not loaded. Undefined if there are none or they cannot
 * be determined.
 */
export async function extended(operations: Client, trail: ListContext, id: number): Promise<ListContext | undefined> {
  const { query, order, ids, offset } = trail
  const isBackwards = id === ids[0] && offset > 0
  const room = mostBugs - ids.length
  const from = isBackwards ? Math.max(offset - room, 0) : offset + ids.length
  const limit = isBackwards ? offset - from : room
  if (limit <= 0) return undefined
  const sorted = order === undefined ? {} : { order }
  const search = {
    ...criteriaOf(new URLSearchParams(query)),
    ...sorted,
    offset: from,
    limit,
    include_fields: ['id'] as const,
  }
  const result = await operations.bugs.search(search).catch(() => undefined)
  const more = result?.bugs.map((bug) => bug.id).filter((one) => !ids.includes(one)) ?? []
  if (more.length === 0) return undefined
  return isBackwards ? { ...trail, ids: [...more, ...ids], offset: from } : { ...trail, ids: [...ids, ...more] }
}
