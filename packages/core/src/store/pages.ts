import type { PlainReader, PlainRow, PlainWhere, StoredValue } from './plain.js'

/** The rows to read, and the page size. */
export interface PagesQuery {
  readonly from: string
  /** The sort columns: the key, or one column that distinguishes all relevant rows. */
  readonly by: readonly string[]
  readonly where?: PlainWhere | undefined
  readonly columns?: readonly string[] | undefined
  /** How many rows are read at a time. */
  readonly limit: number
}

/**
 * All rows that satisfy a condition, page by page. Each page is a select that begins after the last row of the previous
 * page. Rows with equal values in all columns of `by` may be left out.
 */
export async function* pagesOf(tx: PlainReader, query: PagesQuery): AsyncGenerator<PlainRow[]> {
  let last: PlainRow | undefined
  do {
    const rows = await pageAfter(tx, query, last)
    if (rows.length > 0) yield rows
    last = rows[query.limit - 1]
  } while (last)
}

/** The page after a row, or the first. */
export async function pageAfter(
  tx: PlainReader,
  { from, by, where, columns, limit }: PagesQuery,
  last: PlainRow | undefined,
): Promise<PlainRow[]> {
  const rest = last && after(by, last)
  const both = where && rest ? { and: [where, rest] } : (where ?? rest)
  return tx.select({ from, where: both, order: by.map((col) => ({ col })), columns, limit })
}

/** Returns the condition for rows after this one. The first part is all that an index needs. */
function after([col = '', ...rest]: readonly string[], row: PlainRow): PlainWhere {
  const value: StoredValue = row[col] ?? null
  if (rest.length === 0) return { col, gt: value }
  const later: PlainWhere = { or: [{ col, gt: value }, after(rest, row)] }
  return { and: [{ col, gte: value }, later] }
}
