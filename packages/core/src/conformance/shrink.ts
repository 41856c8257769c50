import type { PlainQuery, PlainWhere } from '../store/index.js'

/** Makes a failing query smaller while it keeps failing, for readability. */
export async function shrink(query: PlainQuery, fails: (query: PlainQuery) => Promise<boolean>): Promise<PlainQuery> {
  let smallest = query
  for (let tries = 0; tries < 500;) {
    let found: PlainQuery | undefined
    for (const candidate of smaller(smallest)) {
      tries++
      if (await fails(candidate)) {
        found = candidate
        break
      }
    }
    if (!found) break
    smallest = found
  }
  return smallest
}

function smaller(query: PlainQuery): PlainQuery[] {
  const { where, order = [] } = query
  const keys = ['limit', 'offset', 'order', 'columns'] as const
  return [
    ...keys.filter((key) => query[key] !== undefined).map((key) => ({ ...query, [key]: undefined })),
    ...order.map((_, i) => ({ ...query, order: order.toSpliced(i, 1) })),
    ...(where ? smallerWhere(where).map((part) => ({ ...query, where: part })) : []),
  ]
}

/** Predicates with one node less. */
function smallerWhere(where: PlainWhere): PlainWhere[] {
  if ('and' in where) return [...where.and, ...smallerLists(where.and).map((and) => ({ and }))]
  if ('or' in where) return [...where.or, ...smallerLists(where.or).map((or) => ({ or }))]
  if ('not' in where) return [where.not, ...smallerWhere(where.not).map((not) => ({ not }))]
  if ('some' in where && where.where) {
    const { some } = where
    return [{ some }, ...smallerWhere(where.where).map((part) => ({ some, where: part }))]
  }
  if ('in' in where) return where.in.map((_, i) => ({ col: where.col, in: where.in.toSpliced(i, 1) }))
  return []
}

function smallerLists(parts: readonly PlainWhere[]): PlainWhere[][] {
  return parts.flatMap((part, i) => [parts.toSpliced(i, 1), ...smallerWhere(part).map((less) => parts.with(i, less))])
}
